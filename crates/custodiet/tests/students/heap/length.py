# faulty: accepts other keys of the right number
def is_valid(heap, taken, left):
    if len(left) != len(heap) - 1:
        return False
    for i in range(1, len(left)):
        if left[(i - 1) // 2] > left[i]:
            return False
    return taken == heap[0]
