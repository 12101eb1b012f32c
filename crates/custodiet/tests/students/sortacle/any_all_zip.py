# correct
def is_valid(people_in, people_out):
    younger_first = all(x.age <= y.age for x, y in zip(people_out, people_out[1:]))
    no_less = all(people_out.count(p) >= people_in.count(p) for p in people_in)
    no_more = all(people_out.count(p) <= people_in.count(p) for p in people_out)
    return younger_first and no_less and no_more
