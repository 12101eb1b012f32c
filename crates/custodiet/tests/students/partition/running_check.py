# correct
def is_valid(numbers, pivot, split):
    balance = {}
    for n in numbers:
        balance[n] = balance.get(n, 0) + 1
    for part in (split.before, split.after):
        for n in part:
            if (n < pivot) != (part is split.before):
                return False
            balance[n] = balance.get(n, 0) - 1
    return not any(balance.values())
