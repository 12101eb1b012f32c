# correct
def links(memory):
    return {(a, c.next) for a, c in memory.items() if c.next is not None}


def is_valid(before, start, after, new_start):
    if before.keys() != after.keys():
        return False
    if links(after) != {(b, a) for a, b in links(before)}:
        return False
    if any(before[a].value != after[a].value for a in before):
        return False
    last = [a for a, c in before.items() if c.next is None]
    return new_start == (last[0] if last else None)
