# correct
def is_valid(numbers, pivot, split):
    smaller = lambda x: x < pivot
    others = lambda x: not smaller(x)
    return (sorted(filter(smaller, numbers)), sorted(filter(others, numbers))) == (sorted(split.before), sorted(split.after))
