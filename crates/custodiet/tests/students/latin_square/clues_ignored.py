# faulty: accepts squares that change a clue
def is_valid(clues, grid):
    n = len(clues)
    want = list(range(1, n + 1))
    return len(grid) == n and all(sorted(r) == want for r in grid) and all(sorted(c) == want for c in zip(*grid))
