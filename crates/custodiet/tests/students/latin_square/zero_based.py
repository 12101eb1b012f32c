# faulty: rejects squares with the numbers 1 to n; accepts squares with the numbers 0 to n-1
def is_valid(clues, grid):
    n = len(clues)
    if len(grid) != n:
        return False
    for line in list(grid) + [list(c) for c in zip(*grid)]:
        if sorted(line) != list(range(n)):
            return False
    for r in range(n):
        for c in range(n):
            if clues[r][c] is not None and clues[r][c] != grid[r][c]:
                return False
    return True
