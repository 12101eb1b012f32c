"""A small function for each property, joined by and."""


def how_often(person, people):
    times = 0
    for other in people:
        if other.name == person.name and other.age == person.age:
            times += 1
    return times


def nothing_lost(people_in, people_out):
    for person in people_in:
        if how_often(person, people_out) < how_often(person, people_in):
            return False
    return True


def nothing_added(people_in, people_out):
    for person in people_out:
        if how_often(person, people_out) > how_often(person, people_in):
            return False
    return True


def in_order(people):
    ages = [person.age for person in people]
    return ages == sorted(ages)


def is_valid(people_in, people_out):
    return nothing_lost(people_in, people_out) and nothing_added(people_in, people_out) and in_order(people_out)
