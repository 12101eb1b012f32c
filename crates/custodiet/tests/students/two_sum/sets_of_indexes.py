# correct
def is_valid(numbers, target, answer):
    where = {}
    for i, x in enumerate(numbers):
        where.setdefault(x, set()).add(i)
    solvable = any(where.get(target - x, set()) - {i} for i, x in enumerate(numbers))
    if answer is None:
        return not solvable
    first, second = answer
    return first in range(len(numbers)) and second in where.get(target - numbers[first], set()) - {first}
