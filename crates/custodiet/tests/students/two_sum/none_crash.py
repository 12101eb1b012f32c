# faulty: raises TypeError where the output is None
def is_valid(numbers, target, answer):
    i, j = answer
    if i == j or not 0 <= i < len(numbers) or not 0 <= j < len(numbers):
        return False
    return numbers[i] + numbers[j] == target
