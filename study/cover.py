"""Minimum set cover: exact if a bounded search completes, otherwise between two bounds."""

from dataclasses import dataclass

NODES = 20_000


@dataclass(frozen=True)
class Cover:
    """`least` is a proven lower bound; `chosen` is a cover. The result is exact if both have the same size."""

    least: int
    chosen: tuple[int, ...]


def fewest(rows: list[int]) -> Cover:
    """`rows`: for each element, the columns that cover it, as bits. A row without columns is ignored."""
    rows = without_supersets([row for row in rows if row])
    forced = 0
    while True:
        alone = [row for row in rows if row.bit_count() == 1]
        for row in alone:
            forced |= row
        rows = [row for row in rows if not row & forced]
        fewer = without_supersets(without_dominated(rows))
        if not alone and fewer == rows:
            break
        rows = fewer
    search = Search(greedy(rows))
    search.descend(rows, 0, 0)
    best = bits(forced | search.best)
    least = len(best) if search.nodes < NODES else forced.bit_count() + apart(rows)
    return Cover(least, tuple(best))


def bits(number: int) -> list[int]:
    return [i for i in range(number.bit_length()) if number >> i & 1]


def without_supersets(rows: list[int]) -> list[int]:
    """A column that covers a row covers every superset of that row: only the minimal rows count."""
    kept: list[int] = []
    for row in sorted(set(rows), key=lambda row: (row.bit_count(), row)):
        if not any(smaller & row == smaller for smaller in kept):
            kept.append(row)
    return kept


def without_dominated(rows: list[int]) -> list[int]:
    """Drops columns whose rows are all covered by another column."""
    columns: dict[int, int] = {}
    for i, row in enumerate(rows):
        for column in bits(row):
            columns[column] = columns.get(column, 0) | 1 << i
    ranked = sorted(columns.items(), key=lambda entry: (-entry[1].bit_count(), entry[0]))
    kept: list[tuple[int, int]] = []
    for column, met in ranked:
        if not any(met & more == met for _, more in kept):
            kept.append((column, met))
    mask = sum(1 << column for column, _ in kept)
    return [row & mask for row in rows]


def greedy(rows: list[int]) -> int:
    """Greedy: always the column that covers most of the rest."""
    chosen = 0
    while rows:
        counts: dict[int, int] = {}
        for row in rows:
            for column in bits(row):
                counts[column] = counts.get(column, 0) + 1
        best = max(counts, key=lambda column: (counts[column], -column))
        chosen |= 1 << best
        rows = [row for row in rows if not row >> best & 1]
    return chosen


def apart(rows: list[int]) -> int:
    """The number of rows in a set of which no two share a column: each needs its own column."""
    taken, count = 0, 0
    for row in sorted(rows, key=lambda row: (row.bit_count(), row)):
        if not row & taken:
            taken |= row
            count += 1
    return count


class Search:
    """Branch and bound over the columns of the shortest row."""

    def __init__(self, best: int) -> None:
        self.best = best
        self.nodes = 0

    def descend(self, rows: list[int], chosen: int, size: int) -> None:
        if not rows:
            if size < self.best.bit_count():
                self.best = chosen
            return
        self.nodes += 1
        if self.nodes > NODES or size + apart(rows) >= self.best.bit_count():
            return
        shortest = min(rows, key=lambda row: (row.bit_count(), row))
        for column in sorted(bits(shortest), key=lambda column: -sum(row >> column & 1 for row in rows)):
            self.descend([row for row in rows if not row >> column & 1], chosen | 1 << column, size + 1)
