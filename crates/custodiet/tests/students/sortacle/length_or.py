# faulty: accepts other people or an order that is wrong, has or instead of and
def is_valid(people_in, people_out):
    same_length = len(people_in) == len(people_out)
    same_people = all(p in people_out for p in people_in)
    in_order = all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
    return same_length and (same_people or in_order)
