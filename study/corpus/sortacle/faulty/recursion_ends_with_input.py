"""Stops the recursion when the input is used up, and so accepts more people at the end, even in disorder."""


def youngest(people):
    return min(p.age for p in people)


def is_valid(people_in, people_out):
    if len(people_in) == 0:
        return True
    if len(people_out) == 0:
        return False
    head, tail = people_out[0], people_out[1:]
    if head.age != youngest(people_in) or head not in people_in:
        return False
    i = people_in.index(head)
    return is_valid(people_in[:i] + people_in[i + 1:], tail)
