# faulty: returns a list
def is_valid(people_in, people_out):
    """Returns the people that are missing or out of order."""
    problems = [p for p in people_in if people_in.count(p) != people_out.count(p)]
    problems += [p for p in people_out if p not in people_in]
    problems += [a for a, b in zip(people_out, people_out[1:]) if a.age > b.age]
    return problems
