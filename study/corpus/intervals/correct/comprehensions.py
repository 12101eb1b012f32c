"""All chosen are requested, any two are apart, and there are as many as the earliest-ending choice has."""


def is_valid(requests, chosen):
    if not all(interval in requests for interval in chosen):
        return False
    if any(
        one.start < other.end and other.start < one.end
        for i, one in enumerate(chosen)
        for other in chosen[i + 1:]
    ):
        return False
    picked = []
    for request in sorted(requests, key=lambda r: r.end):
        if all(earlier.end <= request.start for earlier in picked):
            picked.append(request)
    return len(chosen) == len(picked)
