# faulty: raises IndexError where a list runs out
def is_valid(left, right, merged):
    for x in merged:
        if left[0] <= right[0]:
            y = left.pop(0)
        else:
            y = right.pop(0)
        if x != y:
            return False
    return left == [] and right == []
