# faulty: rejects the empty payment of nothing; accepts it where nothing can be paid
def is_valid(coins, amount, given):
    best = [0]
    for a in range(1, amount + 1):
        best.append(min([best[a - c] + 1 for c in coins if c <= a], default=1000))
        if best[a] > 1000:
            best[a] = 1000
    if not given:
        return best[amount] >= 1000
    for coin, n in given.items():
        if coin not in coins or n < 1:
            return False
    return sum(k * v for k, v in given.items()) == amount and sum(given.values()) == best[amount]
