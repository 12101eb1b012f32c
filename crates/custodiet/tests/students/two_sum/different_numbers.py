# faulty: rejects two equal numbers
def is_valid(numbers, target, answer):
    n = len(numbers)
    if answer is not None:
        if any(p < 0 or p >= n for p in answer):
            return False
        a, b = [numbers[p] for p in answer]
        return a != b and a + b == target
    return not [1 for i in range(n) for j in range(n) if i < j and numbers[i] + numbers[j] == target]
