# correct
from __future__ import annotations

from typing import Iterable, Optional, TypeAlias, TypeVar

T = TypeVar("T")
Prefs: TypeAlias = "list[list[int]]"


def only(items: Iterable[T]) -> Optional[T]:
    items = list(items)
    return items[0] if len(items) == 1 else None


def rank(prefs: list[int], who: int | None) -> int:
    return len(prefs) if who is None else prefs.index(who)


def is_valid(companies: Prefs, candidates: Prefs, hires: set) -> bool:
    n: int = len(companies)
    staff: list[int | None] = [only(h.candidate for h in hires if h.company == i) for i in range(n)]
    jobs: list[int | None] = [only(h.company for h in hires if h.candidate == i) for i in range(n)]
    if None in staff or None in jobs or len(hires) > n:
        return False
    for c in range(n):
        for d in range(n):
            if rank(companies[c], d) < rank(companies[c], staff[c]) and rank(candidates[d], c) < rank(candidates[d], jobs[d]):
                return False
    return True
