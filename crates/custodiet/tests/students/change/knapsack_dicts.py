# correct
def payments(coins, amount):
    """All ways of paying, as dicts without zeros."""
    if not coins:
        if amount == 0:
            yield {}
        return
    first, *others = coins
    for times in range(amount // first + 1):
        for rest in payments(others, amount - times * first):
            yield {first: times, **rest} if times else rest


def is_valid(coins, amount, given):
    if len(coins) > 3 or amount > 20:
        return big(coins, amount, given)
    ways = list(payments(sorted(coins), amount))
    if not ways:
        return given is None
    fewest = min(sum(w.values()) for w in ways)
    return given in [w for w in ways if sum(w.values()) == fewest]


def big(coins, amount, given):
    table = {0: 0}
    for a in range(1, amount + 1):
        options = [table[a - c] for c in coins if a - c in table]
        if options:
            table[a] = 1 + min(options)
    if given is None or amount not in table:
        return given is None and amount not in table
    for c in given:
        if c not in coins or given[c] < 1:
            return False
    return sum(map(lambda c: c * given[c], given)) == amount and sum(given.values()) == table[amount]
