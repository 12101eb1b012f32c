# correct
from functools import lru_cache
from typing import Optional


def is_valid(coins: frozenset, amount: int, given: Optional[dict]) -> bool:
    @lru_cache(maxsize=None)
    def least(left: int) -> float:
        if left == 0:
            return 0
        return min((1 + least(left - c) for c in coins if c <= left), default=float("inf"))

    if given is None:
        return least(amount) == float("inf")
    if not set(given) <= coins or any(n <= 0 for n in given.values()):
        return False
    return sum(c * n for c, n in given.items()) == amount and sum(given.values()) == least(amount)
