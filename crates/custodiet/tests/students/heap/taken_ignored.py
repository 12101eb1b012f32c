# faulty: accepts any key as the one taken
def is_valid(heap, taken, left):
    expected = sorted(heap)
    expected.pop(0)
    if sorted(left) != expected:
        return False
    for i in range(len(left)):
        for c in (2 * i + 1, 2 * i + 2):
            if c < len(left) and left[i] > left[c]:
                return False
    return True
