# correct
def fewest(coins, amount):
    INF = amount + 1
    best = [0] + [INF] * amount
    for part in range(1, amount + 1):
        for coin in coins:
            if coin <= part:
                best[part] = min(best[part], best[part - coin] + 1)
    return None if best[amount] == INF else best[amount]


def is_valid(coins, amount, given):
    best = fewest(coins, amount)
    if given is None:
        return best is None
    total = 0
    number = 0
    for coin, times in given.items():
        if coin not in coins or times < 1:
            return False
        total += coin * times
        number += times
    return total == amount and number == best
