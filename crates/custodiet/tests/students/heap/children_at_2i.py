# faulty: rejects heaps; accepts others, numbers positions from 1
def is_valid(heap, taken, left):
    if taken != min(heap) or sorted(heap) != sorted([taken, *left]):
        return False
    for i in range(1, len(left)):
        for child in (2 * i, 2 * i + 1):
            if child < len(left) and left[child] < left[i]:
                return False
    return True
