# faulty: rejects heaps that are not sorted
def is_valid(heap, taken, left):
    return [taken] + left == sorted(heap)
