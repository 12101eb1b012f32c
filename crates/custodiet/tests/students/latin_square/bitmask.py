# correct
def is_valid(clues, grid):
    n = len(clues)
    if len(grid) != n or any(len(r) != n for r in grid):
        return False
    full = (1 << (n + 1)) - 2
    for i in range(n):
        row = col = 0
        for j in range(n):
            row |= 1 << grid[i][j]
            col |= 1 << grid[j][i]
            given = clues[i][j]
            if given not in (None, grid[i][j]):
                return False
        if row != full or col != full:
            return False
    return True
