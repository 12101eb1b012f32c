# faulty: accepts None where more than three coins are needed; rejects payments with more than three of a kind
from itertools import product


def is_valid(coins, amount, given):
    coins = sorted(coins)
    ways = []
    for counts in product(range(4), repeat=len(coins)):
        if sum(c * n for c, n in zip(coins, counts)) == amount:
            ways.append({c: n for c, n in zip(coins, counts) if n})
    if not ways:
        return given is None
    fewest = min(sum(w.values()) for w in ways)
    return any(w == given for w in ways if sum(w.values()) == fewest)
