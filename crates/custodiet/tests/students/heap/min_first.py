# faulty: accepts lists that only start with the smallest
def is_valid(heap, taken, left):
    if sorted(heap) != sorted(left + [taken]):
        return False
    if taken != min(heap):
        return False
    return not left or left[0] == min(left)
