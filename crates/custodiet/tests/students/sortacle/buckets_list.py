# correct: for ages from 0 to 150
MAX_AGE = 150


def is_valid(people_in, people_out):
    # counting sort with one bucket per age
    buckets = [[] for _ in range(MAX_AGE + 1)]
    for person in people_in:
        buckets[person.age].append(person.name)
    last = 0
    for person in people_out:
        if person.age < last or person.age > MAX_AGE:
            return False
        last = person.age
        if person.name not in buckets[person.age]:
            return False
        buckets[person.age].remove(person.name)
    return not any(buckets)
