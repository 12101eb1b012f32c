# faulty: raises AttributeError where the output is None
def is_valid(coins, amount, given):
    total = sum(c * n for c, n in given.items())
    if total != amount or any(c not in coins for c in given) or any(n < 1 for n in given.values()):
        return False
    best = [0] + [None] * amount
    for a in range(1, amount + 1):
        options = [best[a - c] for c in coins if c <= a and best[a - c] is not None]
        if options:
            best[a] = min(options) + 1
    return sum(given.values()) == best[amount]
