# correct
def is_valid(left, right, merged):
    rest = merged.copy()
    for number in [*left, *right]:
        if number not in rest:
            return False
        rest.remove(number)
    if rest:
        return False
    previous = None
    for number in merged:
        if previous is not None and number < previous:
            return False
        previous = number
    return True
