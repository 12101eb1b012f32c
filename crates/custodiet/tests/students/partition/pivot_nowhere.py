# faulty: rejects numbers equal to the pivot
def is_valid(numbers, pivot, split):
    pool = numbers[:]
    for part, sign in [(split.before, -1), (split.after, 1)]:
        for x in part:
            if (x - pivot) * sign <= 0:
                return False
            if x not in pool:
                return False
            pool.remove(x)
    return not pool
