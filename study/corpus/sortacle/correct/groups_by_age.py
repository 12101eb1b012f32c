"""Builds the groups of the same age in the expected order, and removes the output from them one by one."""


def is_valid(people_in, people_out):
    groups = {}
    for person in people_in:
        groups.setdefault(person.age, []).append(person)

    expected = [groups[age] for age in sorted(groups)]
    where = 0
    for person in people_out:
        # go on to the next age when nobody of this age is left
        if where < len(expected) and expected[where] == []:
            where += 1
        if where >= len(expected):
            return False
        if person not in expected[where]:
            return False
        expected[where].remove(person)

    for group in expected:
        if len(group) != 0:
            return False
    return True
