# faulty: accepts lists that are not in order, sorts the output before it looks at it
def is_valid(people_in, people_out):
    expected = people_out
    expected.sort(key=lambda p: (p.age, p.name))
    people_in.sort(key=lambda p: (p.age, p.name))
    return people_in == expected
