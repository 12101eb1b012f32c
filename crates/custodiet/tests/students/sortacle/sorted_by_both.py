# faulty: rejects people of the same age who are not in order of name
def is_valid(people_in, people_out):
    return people_out == sorted(people_in, key=lambda p: (p.age, p.name))
