# faulty: rejects parts in another order
def is_valid(numbers, pivot, split):
    before, after = [], []
    for n in numbers:
        if n < pivot:
            before.append(n)
        else:
            after.append(n)
    return split.before == before and split.after == after
