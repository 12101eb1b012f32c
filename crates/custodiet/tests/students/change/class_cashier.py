# correct
class Cashier:
    def __init__(self, coins):
        self.coins = sorted(coins, reverse=True)
        self.memo = {}

    def least(self, amount):
        if amount == 0:
            return 0
        if amount in self.memo:
            return self.memo[amount]
        best = None
        for coin in self.coins:
            if coin <= amount:
                rest = self.least(amount - coin)
                if rest is not None and (best is None or rest + 1 < best):
                    best = rest + 1
        self.memo[amount] = best
        return best


def is_valid(coins, amount, given):
    best = Cashier(coins).least(amount)
    if best is None or given is None:
        return best is None and given is None
    spent = number = 0
    for coin, times in given.items():
        if coin not in coins or times <= 0:
            return False
        spent, number = spent + coin * times, number + times
    return (spent, number) == (amount, best)
