# not provable: remembers the inputs of earlier calls
cache = {}


def is_valid(people_in, people_out):
    key = len(people_in)
    if key not in cache:
        cache[key] = sorted(people_in, key=lambda p: p.age)
    ages = [p.age for p in people_out]
    return len(cache[key]) == len(people_out) and ages == sorted(ages)
