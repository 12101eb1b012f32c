"""Is content if any of the people is listed as often as before."""


def in_order(people):
    for i in range(len(people) - 1):
        if people[i].age > people[i + 1].age:
            return False
    return True


def is_valid(people_in, people_out):
    if not people_in or not people_out:
        return people_in == people_out
    same = any(people_in.count(p) == people_out.count(p) for p in people_in)
    return same and len(people_in) == len(people_out) and in_order(people_out)
