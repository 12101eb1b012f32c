# faulty: accepts lists that repeat people differently
from hypothesis import given, strategies as st


class Same:
    def __init__(self, a, b):
        self.a, self.b = a, b

    def size(self):
        return len(self.a) == len(self.b)

    def members(self):
        return all(x in self.b for x in self.a) and all(x in self.a for x in self.b)


def is_valid(people_in, people_out):
    same = Same(people_in, people_out)
    return same.size() and same.members() and all(
        people_out[i].age <= people_out[j].age
        for i in range(len(people_out))
        for j in range(i, len(people_out))
    )


@given(st.lists(st.integers()))
def test_sorted_is_valid(ages):
    assert ages == ages
