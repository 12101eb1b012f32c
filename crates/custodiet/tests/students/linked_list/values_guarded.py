# faulty: accepts values that moved to other cells
def values(memory, start):
    out, seen = [], set()
    while start is not None:
        if start in seen or start not in memory:
            return None
        seen.add(start)
        out.append(memory[start].value)
        start = memory[start].next
    return out


def is_valid(before, start, after, new_start):
    new = values(after, new_start)
    return new is not None and new == values(before, start)[::-1] and len(before) == len(after)
