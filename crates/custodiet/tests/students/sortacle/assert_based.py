# correct
def check_sorted(people):
    for x, y in zip(people, people[1:]):
        assert x.age <= y.age, "not sorted"


def check_same(a, b):
    assert len(a) == len(b), "different lengths"
    for x in a:
        assert a.count(x) == b.count(x), f"{x} occurs a different number of times"


def is_valid(people_in, people_out):
    try:
        check_same(people_in, people_out)
        check_sorted(people_out)
        return True
    except AssertionError:
        return False
