# correct
def walk(memory, start):
    path = []
    while start is not None:
        if start not in memory or start in path:
            return None
        path.append(start)
        start = memory[start].next
    return path


def is_valid(before, start, after, new_start):
    old = walk(before, start)
    new = walk(after, new_start)
    if new is None or new != old[::-1]:
        return False
    if set(before) != set(after):
        return False
    for address in before:
        if before[address].value != after[address].value:
            return False
    return True
