# faulty: rejects inputs that are not sorted; accepts outputs that are not
def check(sorted_people, original):
    from collections import Counter
    ages = [p.age for p in sorted_people]
    return ages == sorted(ages) and Counter(sorted_people) == Counter(original)


def is_valid(people_in, people_out):
    return check(people_in, people_out)
