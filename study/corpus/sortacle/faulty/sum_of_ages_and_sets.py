"""Compares sets, lengths and sums of ages: misses repetitions exchanged among the same age, or evenly up and down."""


def is_valid(people_in, people_out):
    ages_in = [p.age for p in people_in]
    ages_out = [p.age for p in people_out]
    if set(people_in) != set(people_out):
        return False
    if len(ages_in) != len(ages_out) or sum(ages_in) != sum(ages_out):
        return False
    return ages_out == sorted(ages_out)
