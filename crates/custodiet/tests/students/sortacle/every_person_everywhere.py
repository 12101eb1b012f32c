# correct
def is_valid(people_in, people_out):
    everyone = set(people_in) | set(people_out)
    return not any(
        people_in.count(p) != people_out.count(p) for p in everyone
    ) and not any(
        a.age > b.age for i, a in enumerate(people_out) for b in people_out[i:]
    )
