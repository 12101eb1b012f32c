# correct
def remove_first(people, person):
    if not people:
        return None
    if people[0] == person:
        return people[1:]
    rest = remove_first(people[1:], person)
    return None if rest is None else [people[0]] + rest


def is_valid(people_in, people_out):
    if not people_out:
        return not people_in
    head, *tail = people_out
    if any(other.age < head.age for other in people_in):
        return False
    rest = remove_first(people_in, head)
    return rest is not None and is_valid(rest, tail)
