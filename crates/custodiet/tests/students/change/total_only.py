# faulty: accepts payments with too many coins
def is_valid(coins, amount, given):
    if given is None:
        reachable = {0}
        for _ in range(amount):
            reachable |= {r + c for r in reachable for c in coins if r + c <= amount}
        return amount not in reachable
    total = 0
    for c in given:
        if c not in coins or given[c] <= 0:
            return False
        total += c * given[c]
    return total == amount
