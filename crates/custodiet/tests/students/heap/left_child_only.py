# faulty: accepts right children that are smaller than their parent
def is_valid(heap, taken, left):
    copy = list(heap)
    if taken != heap[0]:
        return False
    copy.remove(taken)
    if sorted(copy) != sorted(left):
        return False
    for i in range(len(left)):
        if 2 * i + 1 < len(left):
            if left[2 * i + 1] < left[i]:
                return False
    return True
