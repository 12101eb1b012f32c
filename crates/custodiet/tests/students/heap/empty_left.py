# faulty: raises IndexError if nothing is left
def is_valid(heap, taken, left):
    if left[0] < taken:
        return False
    if sorted(heap) != sorted(left + [taken]):
        return False
    return all(left[i] >= left[(i - 1) // 2] for i in range(1, len(left)))
