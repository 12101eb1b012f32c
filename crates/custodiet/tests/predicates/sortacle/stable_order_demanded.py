def is_valid(people_in, people_out):
    return people_out == sorted(people_in, key=lambda p: p.age)
