# faulty: accepts negative indexes
def is_valid(numbers, target, answer):
    if answer is None:
        return all(numbers[i] + numbers[j] != target for i in range(len(numbers)) for j in range(i))
    try:
        a, b = answer
        return a != b and numbers[a] + numbers[b] == target
    except IndexError:
        return False
