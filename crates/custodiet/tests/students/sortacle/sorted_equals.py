# faulty: rejects other orders of people of the same age
def is_valid(people_in, people_out):
    return sorted(people_in, key=lambda p: p.age) == people_out
