"""One small function for each property, joined by and."""


def was_requested(requests, chosen):
    for interval in chosen:
        if interval not in requests:
            return False
    return True


def never_twice(chosen):
    return len(set(chosen)) == len(chosen)


def apart(one, other):
    return one.end <= other.start or other.end <= one.start


def nothing_overlaps(chosen):
    for one in chosen:
        for other in chosen:
            if one != other and not apart(one, other):
                return False
    return True


def count_possible(requests):
    """The table holds the most requests in a row that end with each request."""
    table = []
    for request in sorted(requests, key=lambda request: request.start):
        before = [count for earlier, count in table if earlier.end <= request.start]
        table.append((request, 1 + max(before, default=0)))
    return max((count for _, count in table), default=0)


def nothing_better(requests, chosen):
    return count_possible(requests) <= len(chosen)


def is_valid(requests, chosen):
    return (
        was_requested(requests, chosen)
        and never_twice(chosen)
        and nothing_overlaps(chosen)
        and nothing_better(requests, chosen)
    )
