# correct
import copy


def is_valid(people_in, people_out):
    expected = copy.deepcopy(people_in)
    given = copy.copy(people_out)
    expected.sort(key=lambda p: p.age)
    while given:
        ties = [p for p in expected if p.age == expected[0].age] if expected else []
        first = given.pop(0)
        if first not in ties:
            return False
        expected.remove(first)
    return expected == []
