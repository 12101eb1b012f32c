# faulty: accepts one position twice; rejects None where only one position would serve twice
def is_valid(numbers, target, answer):
    if answer is None:
        for x in numbers:
            if target - x in numbers:
                return False
        return True
    i, j = answer
    return i in range(len(numbers)) and j in range(len(numbers)) and numbers[i] + numbers[j] == target
