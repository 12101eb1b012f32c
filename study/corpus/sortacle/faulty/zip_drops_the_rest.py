"""Compares ages with zip, which stops at the shorter list, and so accepts older people added at the end."""


def is_valid(people_in, people_out):
    ages = sorted(person.age for person in people_in)
    for age, person in zip(ages, people_out):
        if person.age != age:
            return False
    previous = people_out[:1]
    for person in people_out[1:]:
        if person.age < previous[-1].age:
            return False
        previous.append(person)
    for person in people_in:
        if people_out.count(person) != people_in.count(person):
            return False
    return True
