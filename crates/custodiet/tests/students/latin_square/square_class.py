# correct
class Square:
    def __init__(self, rows):
        self.rows = rows
        self.n = len(rows)

    def __iter__(self):
        for i, row in enumerate(self.rows):
            for j, value in enumerate(row):
                yield i, j, value

    def column(self, j):
        return [row[j] for row in self.rows]

    def is_square(self):
        return all(len(row) == self.n for row in self.rows)

    def is_latin(self):
        wanted = [i + 1 for i in range(self.n)]
        lines = self.rows + [self.column(j) for j in range(self.n)]
        return all(sorted(line) == wanted for line in lines)


def is_valid(clues, grid):
    square = Square(grid)
    if square.n != len(clues) or not square.is_square() or not square.is_latin():
        return False
    return all(value is None or grid[i][j] == value for i, j, value in Square(clues))
