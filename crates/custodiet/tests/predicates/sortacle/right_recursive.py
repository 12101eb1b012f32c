def is_valid(people_in, people_out):
    if len(people_in) == 0 or len(people_out) == 0:
        return len(people_in) == len(people_out)
    head = people_out[0]
    if head not in people_in:
        return False
    if any(p.age < head.age for p in people_in):
        return False
    i = people_in.index(head)
    return is_valid(people_in[:i] + people_in[i + 1:], people_out[1:])
