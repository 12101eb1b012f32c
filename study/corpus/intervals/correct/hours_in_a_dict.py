"""Books the room hour by hour in a dictionary and computes how many requests can end by each hour."""


def is_valid(requests, chosen):
    booked = {}
    for interval in chosen:
        if interval not in requests:
            return False
        for hour in range(interval.start, interval.end):
            booked[hour] = booked.get(hour, 0) + 1
    for hour in booked:
        if booked[hour] > 1:
            return False

    latest_start = {}
    for request in requests:
        known = latest_start.get(request.end)
        if known is None or request.start > known:
            latest_start[request.end] = request.start
    most_by = {}
    most = 0
    for end in sorted(latest_start):
        before = 0
        for earlier in most_by:
            if earlier <= latest_start[end]:
                before = max(before, most_by[earlier])
        most = max(most, before + 1)
        most_by[end] = most
    return len(chosen) == most
