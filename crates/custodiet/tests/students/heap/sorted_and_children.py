# correct
def is_heap(a):
    n = len(a)
    for i in range(n):
        left = 2 * i + 1
        right = 2 * i + 2
        if left < n and a[left] < a[i]:
            return False
        if right < n and a[right] < a[i]:
            return False
    return True


def is_valid(heap, taken, left):
    if taken != min(heap):
        return False
    if sorted([taken] + left) != sorted(heap):
        return False
    return is_heap(left)
