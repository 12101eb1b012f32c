# correct
from itertools import product


def is_valid(clues, grid):
    n = len(clues)
    cells = {(i, j, x) for i, row in enumerate(grid) for j, x in enumerate(row)}
    size = sum(map(len, grid))
    if len(grid) != n or size != n * n:
        return False
    every = set(product(range(n), repeat=2))
    if {(i, j) for i, j, _ in cells} != every:
        return False
    if {(i, x - 1) for i, _, x in cells} != every or {(j, x - 1) for _, j, x in cells} != every:
        return False
    return all((i, j, x) in cells for i, row in enumerate(clues) for j, x in enumerate(row) if x is not None)
