# correct
def is_valid(numbers, target, answer):
    n = len(numbers)
    if answer is None:
        for i in range(n):
            for j in range(i + 1, n):
                if numbers[i] + numbers[j] == target:
                    return False
        return True
    i, j = answer
    if i == j:
        return False
    if i < 0 or j < 0 or i >= n or j >= n:
        return False
    return numbers[i] + numbers[j] == target
