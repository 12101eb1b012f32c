# correct
def is_valid(heap, taken, left):
    bag = list(heap)
    try:
        for key in [taken, *left]:
            bag.remove(key)
    except ValueError:
        return False
    if bag or any(key < taken for key in left):
        return False
    for child in range(len(left) - 1, 0, -1):
        parent = (child - 1) >> 1
        if left[parent] > left[child]:
            return False
    return True
