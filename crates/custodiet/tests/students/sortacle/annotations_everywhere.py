# faulty: rejects two empty lists
from typing import Any, Dict, Final, List, Optional, Tuple

Person = Any
UNKNOWN_AGE: Final[int] = -1


def tally(people: List[Person]) -> Dict[Tuple[Any, int], int]:
    result: Dict[Tuple[Any, int], int] = {}
    for person in people:
        k: Tuple[Any, int] = (person.name, person.age)
        result[k] = result.get(k, 0) + 1
    return result


def is_valid(people_in: List[Person], people_out: List[Person]) -> Optional[bool]:
    oldest: int = UNKNOWN_AGE
    valid: bool = False
    for person in people_out:
        if person.age < oldest:
            return False
        oldest = person.age
        valid = True
    return valid and tally(people_in) == tally(people_out)
