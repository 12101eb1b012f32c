# correct
from __future__ import annotations

import dataclasses


@dataclasses.dataclass(frozen=True, order=True)
class Interval:
    start: int
    end: int

    def overlaps(self, other: Interval) -> bool:
        return max(self.start, other.start) < min(self.end, other.end)


def most(requests: list[Interval]) -> int:
    if not requests:
        return 0
    first = min(requests, key=lambda r: r.end)
    return 1 + most([r for r in requests if not r.overlaps(first)])


def is_valid(requests: set[Interval], chosen: list[Interval]) -> bool:
    pairs = ((a, b) for i, a in enumerate(chosen) for b in chosen[:i])
    return requests >= set(chosen) and not any(a.overlaps(b) for a, b in pairs) and len(chosen) == most(list(requests))
