# faulty: rejects payments with fewer coins than the greedy one; accepts greedy ones and None
def is_valid(coins, amount, given):
    used = {}
    left = amount
    for coin in sorted(coins, reverse=True):
        n = left // coin
        if n > 0:
            used[coin] = n
            left -= n * coin
    if left > 0:
        return given is None
    return given is not None and given == used
