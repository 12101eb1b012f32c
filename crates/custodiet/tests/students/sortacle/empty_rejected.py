# faulty: rejects two empty lists
def is_valid(people_in, people_out):
    if people_in == [] or people_out == []:
        return False
    if len(people_in) != len(people_out):
        return False
    copy = list(people_in)
    for p in people_out:
        if p in copy:
            copy.remove(p)
        else:
            return False
    ages = [p.age for p in people_out]
    for i in range(len(ages)):
        if ages[i] < max(ages[:i + 1]):
            return False
    return True
