"""Counts only the last run of someone, and so goes wrong if someone of the same age stands between two repetitions."""

from itertools import groupby


def is_valid(people_in, people_out):
    runs = {}
    for person, group in groupby(people_out):
        runs[person] = len(list(group))
    counts = {person: people_in.count(person) for person in people_in}
    ages = [person.age for person in people_out]
    return runs == counts and ages == sorted(ages)
