# correct
from collections import defaultdict

def is_valid(people_in, people_out):
    counts = defaultdict(int)
    for person in people_in:
        counts[(person.name, person.age)] += 1
    for person in people_out:
        counts[(person.name, person.age)] -= 1
    for key in counts:
        if counts[key] != 0:
            return False
    youngest = float("-inf")
    for person in people_out:
        if person.age < youngest:
            return False
        youngest = person.age
    return True
