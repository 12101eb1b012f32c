# correct
def is_valid(coins, amount, given):
    # breadth first search over the amounts that can be paid with k coins
    layer, seen, k = {0}, {0}, 0
    while layer and amount not in layer:
        layer = {a + c for a in layer for c in coins if a + c <= amount} - seen
        seen |= layer
        k += 1
    if given is None:
        return amount not in seen
    if amount not in seen:
        return False
    coins_used = [coin for coin, times in given.items() for _ in range(times)]
    return (
        min(given.values(), default=1) > 0
        and set(given) <= set(coins)
        and sum(coins_used) == amount
        and len(coins_used) == k
    )
