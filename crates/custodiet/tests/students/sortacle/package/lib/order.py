def nondecreasing(items, key=lambda x: x):
    keys = [key(item) for item in items]
    return all(a <= b for a, b in zip(keys, keys[1:]))
