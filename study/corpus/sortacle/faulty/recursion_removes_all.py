"""Takes all occurrences of the first person out of both lists, and so does not see how many there were."""


def is_valid(people_in, people_out):
    if not people_in or not people_out:
        return not people_in and not people_out
    first = people_out[0]
    if first not in people_in:
        return False
    for p in people_in + people_out:
        if p.age < first.age:
            return False
    rest_in = [p for p in people_in if p != first]
    rest_out = [p for p in people_out if p != first]
    return is_valid(rest_in, rest_out)
