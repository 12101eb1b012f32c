# correct
def merge(a, b):
    match (a, b):
        case ([], rest) | (rest, []):
            return rest
        case ([x, *xs], [y, *_]) if x <= y:
            return [x] + merge(xs, b)
        case (_, [y, *ys]):
            return [y] + merge(a, ys)


def is_valid(left, right, merged):
    return merge(left, right) == merged
