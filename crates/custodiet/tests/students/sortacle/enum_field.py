# faulty: accepts other names, compares one field
from enum import Enum


class Field(Enum):
    NAME = "name"
    AGE = "age"


SORT_BY = Field.AGE


def values(people, field):
    return [getattr(p, field.value) for p in people]


def is_valid(people_in, people_out):
    return sorted(values(people_in, SORT_BY)) == values(people_out, SORT_BY)
