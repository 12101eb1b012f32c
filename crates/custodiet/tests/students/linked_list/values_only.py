# faulty: accepts values that moved to other cells; raises KeyError on links to nowhere; loops where the new list has a cycle
def values(memory, start):
    out = []
    while start is not None:
        out.append(memory[start].value)
        start = memory[start].next
    return out


def is_valid(before, start, after, new_start):
    return values(before, start) == list(reversed(values(after, new_start)))
