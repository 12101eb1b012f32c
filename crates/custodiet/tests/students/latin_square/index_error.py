# faulty: raises IndexError on grids that are too small; accepts grids that are too large
def is_valid(clues, grid):
    n = len(clues)
    for i in range(n):
        for j in range(n):
            if clues[i][j] is not None and clues[i][j] != grid[i][j]:
                return False
            if not 1 <= grid[i][j] <= n:
                return False
            for k in range(n):
                if k != j and grid[i][k] == grid[i][j]:
                    return False
                if k != i and grid[k][j] == grid[i][j]:
                    return False
    return True
