"""Gives `all` a list in a list, which is true unless it is empty: accepts strangers and rejects empty lists."""


def is_valid(people_in, people_out):
    same_size = len(people_in) == len(people_out)
    same_people = all([[p in people_in for p in people_out]])
    in_order = all([a.age <= b.age for a, b in zip(people_out, people_out[1:])])
    return same_size and same_people and in_order
