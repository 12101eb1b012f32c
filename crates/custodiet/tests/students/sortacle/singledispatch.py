# correct
from functools import singledispatch


@singledispatch
def freeze(value):
    return (value.age, value.name)


@freeze.register
def _(value: list):
    return [freeze(v) for v in value]


def is_valid(people_in, people_out):
    mine, theirs = freeze(people_in), freeze(people_out)
    for i in range(len(theirs)):
        for age, _ in theirs[i:]:
            if age < theirs[i][0]:
                return False
    for row in theirs:
        if row in mine:
            mine.remove(row)
        else:
            return False
    return mine == []
