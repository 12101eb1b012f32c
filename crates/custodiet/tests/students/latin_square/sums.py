# faulty: accepts lines with the right sum; raises TypeError where there are fewer rows
def is_valid(clues, grid):
    n = len(clues)
    total = n * (n + 1) // 2
    for row in grid:
        if sum(row) != total or len(row) != n:
            return False
    for column in zip(*grid):
        if sum(column) != total:
            return False
    return all(c is None or c == x for a, b in zip(clues, grid + [None]) for c, x in zip(a, b))
