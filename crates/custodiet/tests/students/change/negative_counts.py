# faulty: accepts negative counts
def is_valid(coins, amount, given):
    best = [0] + [float("inf")] * amount
    for coin in coins:
        for a in range(coin, amount + 1):
            best[a] = min(best[a], best[a - coin] + 1)
    if given is None:
        return best[amount] == float("inf")
    paid = 0
    n = 0
    for coin in given:
        if coin not in coins:
            return False
        paid += coin * given[coin]
        n += given[coin]
    return paid == amount and n <= best[amount]
