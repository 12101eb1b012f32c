# faulty: returns None where the parts are wrong
def is_valid(numbers, pivot, split):
    if any(x >= pivot for x in split.before):
        print("too large before the pivot")
        return
    if any(x < pivot for x in split.after):
        print("too small after the pivot")
        return
    return sorted(split.before + split.after) == sorted(numbers)
