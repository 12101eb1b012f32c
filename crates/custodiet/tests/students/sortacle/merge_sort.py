# correct
def merge_sort(items):
    if len(items) <= 1:
        return items
    mid = len(items) // 2
    left, right = merge_sort(items[:mid]), merge_sort(items[mid:])
    result = []
    while left and right:
        if left[0] <= right[0]:
            result.append(left.pop(0))
        else:
            result.append(right.pop(0))
    return result + left + right


def is_valid(people_in, people_out):
    expected = merge_sort([(p.age, p.name) for p in people_in])
    actual = [(p.age, p.name) for p in people_out]
    for x, y in zip(actual, actual[1:]):
        if x[0] > y[0]:
            return False
    return merge_sort(actual) == expected
