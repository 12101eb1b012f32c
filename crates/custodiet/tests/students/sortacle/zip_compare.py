# faulty: accepts lists of different lengths; rejects other orders of ties
def is_valid(people_in, people_out):
    expected = sorted(people_in, key=lambda person: person.age)
    for e, o in zip(expected, people_out):
        if e.name != o.name or e.age != o.age:
            return False
    return True
