# faulty: rejects the larger position first
def is_valid(numbers, target, answer):
    pairs = []
    for i in range(len(numbers)):
        for j in range(i + 1, len(numbers)):
            if numbers[i] + numbers[j] == target:
                pairs.append((i, j))
    if pairs == []:
        return answer is None
    return answer in pairs
