# faulty: accepts None where there is an answer
def is_valid(numbers, target, answer):
    if answer is None:
        return True
    i, j = answer
    return 0 <= i < len(numbers) and 0 <= j < len(numbers) and i != j and numbers[i] + numbers[j] == target
