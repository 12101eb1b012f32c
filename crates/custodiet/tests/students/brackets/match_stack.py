# correct
def pairs(brackets):
    stack = []
    for place, b in enumerate(brackets):
        match b:
            case "(" | "[":
                stack.append(place)
            case ")" | "]":
                yield stack.pop(), place


def is_valid(brackets, matches):
    remaining = set(matches)
    for pair in pairs(brackets):
        if pair not in remaining:
            return False
        remaining.discard(pair)
    return not remaining
