def tally(people):
    seen = {}
    for p in people:
        k = (p.name, p.age)
        if k in seen:
            seen[k] += 1
        else:
            seen[k] = 1
    return seen


def is_valid(people_in, people_out):
    in_order = all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
    return in_order and tally(people_in) == tally(people_out)
