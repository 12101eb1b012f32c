# faulty: rejects lists whose last is older than the first, starts comparing at -1
def is_valid(people_in, people_out):
    if sorted([(p.age, p.name) for p in people_in]) != sorted([(p.age, p.name) for p in people_out]):
        return False
    for i in range(len(people_out)):
        if people_out[i].age < people_out[i - 1].age:
            return False
    return True
