# correct
def is_valid(numbers, pivot, split):
    rest = list(numbers)
    for part, belongs in ((split.before, pivot.__gt__), (split.after, pivot.__le__)):
        for x in part:
            if x not in rest or not belongs(x):
                return False
            rest.remove(x)
    return not rest
