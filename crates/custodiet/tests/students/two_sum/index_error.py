# faulty: raises IndexError on positions out of range; accepts negative ones
def is_valid(numbers, target, answer):
    if answer:
        i = answer[0]
        j = answer[1]
        return i != j and numbers[i] + numbers[j] == target
    for i in range(len(numbers)):
        for j in range(len(numbers)):
            if i != j and numbers[i] + numbers[j] == target:
                return False
    return True
