# faulty: loops where edges lead back
def is_valid(edges, start, levels):
    level = {start}
    expected = []
    while level:
        expected.append(level)
        level = {b for a, b in edges if a in level}
    return expected == levels
