# faulty: accepts coins that are used zero times
def is_valid(coins, amount, given):
    best = {0: 0}
    for a in range(1, amount + 1):
        for c in coins:
            if a - c in best and best[a - c] + 1 < best.get(a, 10**9):
                best[a] = best[a - c] + 1
    if given is None:
        return amount not in best
    if any(n < 0 for n in given.values()) or not given.keys() <= coins:
        return False
    return amount in best and sum(c * n for c, n in given.items()) == amount and sum(given.values()) == best[amount]
