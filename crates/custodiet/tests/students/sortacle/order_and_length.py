# faulty: accepts other people, checks only length and order
from typing import List


def is_sorted(lst: List) -> bool:
    return all(lst[i].age <= lst[i + 1].age for i in range(len(lst) - 1))


def is_valid(people_in: List, people_out: List) -> bool:
    return len(people_in) == len(people_out) and is_sorted(people_out)
