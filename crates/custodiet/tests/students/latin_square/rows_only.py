# faulty: accepts columns that repeat numbers
def is_valid(clues, grid):
    n = len(clues)
    if len(grid) != n:
        return False
    for i, row in enumerate(grid):
        if sorted(row) != list(range(1, n + 1)):
            return False
        for j in range(n):
            if clues[i][j] and clues[i][j] != row[j]:
                return False
    return True
