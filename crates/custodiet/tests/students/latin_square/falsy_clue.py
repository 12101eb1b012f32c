# faulty: accepts grids with rows of another length; raises IndexError on empty rows
def is_valid(clues, grid):
    n = len(clues)
    if len(grid) != n:
        return False
    for row in grid:
        if len(row) != len(set(row)):
            return False
        if not all(1 <= x <= n for x in row):
            return False
    for column in zip(*grid):
        if len(set(column)) != n:
            return False
    for i in range(n):
        if n and grid[i][0] is None:
            return False
        for j, clue in enumerate(clues[i]):
            if clue and j < len(grid[i]) and grid[i][j] != clue:
                return False
    return True
