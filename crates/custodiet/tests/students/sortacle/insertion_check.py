# correct
import bisect


def is_valid(people_in, people_out):
    ages = []
    for p in people_in:
        bisect.insort(ages, p.age)
    if ages != [p.age for p in people_out]:
        return False
    for age in set(ages):
        lo, hi = bisect.bisect_left(ages, age), bisect.bisect_right(ages, age)
        names = [p.name for p in people_out[lo:hi]]
        for p in people_in:
            if p.age == age:
                if p.name not in names:
                    return False
                names.remove(p.name)
    return True
