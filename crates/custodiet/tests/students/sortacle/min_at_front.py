# faulty: accepts lists where only the first is in place
def is_valid(people_in, people_out):
    from collections import Counter
    if Counter(people_in) != Counter(people_out):
        return False
    if len(people_out) == 0:
        return True
    youngest = min(people_in, key=lambda p: p.age)
    oldest = max(people_in, key=lambda p: p.age)
    return people_out[0].age == youngest.age and people_out[-1].age == oldest.age
