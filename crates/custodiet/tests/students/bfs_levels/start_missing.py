# faulty: rejects levels that start with the start itself; accepts levels without it
def is_valid(edges, start, levels):
    seen = {start}
    level = {b for a, b in edges if a == start} - seen
    result = []
    while level:
        result.append(level)
        seen |= level
        level = {b for a, b in edges if a in level} - seen
    return result == levels
