# faulty: rejects all but the first solution
def is_valid(numbers, target, answer):
    expected = None
    for i, a in enumerate(numbers):
        for j, b in enumerate(numbers):
            if i != j and a + b == target and expected is None:
                expected = (i, j)
    return answer == expected
