# correct
def is_valid(clues, grid):
    n = len(clues)
    digits = set(range(1, n + 1))
    if [len(row) for row in grid] != [n] * n:
        return False
    if any(set(line) != digits for line in (*grid, *zip(*grid))):
        return False
    return all(c is None or c == g for crow, grow in zip(clues, grid) for c, g in zip(crow, grow))
