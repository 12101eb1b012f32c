# broken: lacks a colon
def is_valid(numbers, target, answer):
    if answer is None
        return True
    i, j = answer
    return numbers[i] + numbers[j] == target
