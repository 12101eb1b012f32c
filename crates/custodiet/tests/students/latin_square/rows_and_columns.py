# correct
def is_valid(clues, grid):
    n = len(clues)
    if len(grid) != n:
        return False
    for row in grid:
        if len(row) != n:
            return False
    for i in range(n):
        row_seen = []
        col_seen = []
        for j in range(n):
            if grid[i][j] in row_seen or grid[j][i] in col_seen:
                return False
            row_seen.append(grid[i][j])
            col_seen.append(grid[j][i])
            if grid[i][j] < 1 or grid[i][j] > n:
                return False
            if clues[i][j] is not None and clues[i][j] != grid[i][j]:
                return False
    return True
