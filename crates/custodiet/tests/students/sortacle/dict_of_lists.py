# correct
def group(people):
    ages = {}
    for p in people:
        if p.age not in ages:
            ages[p.age] = []
        ages[p.age].append(p.name)
    for age in ages:
        ages[age].sort()
    return ages


def is_valid(people_in, people_out):
    if group(people_in) != group(people_out):
        return False
    n = len(people_out)
    return n == 0 or all(people_out[i].age >= people_out[i - 1].age for i in range(1, n))
