# not provable: compares random positions
import random


def is_valid(people_in, people_out):
    if sorted((p.name, p.age) for p in people_in) != sorted((p.name, p.age) for p in people_out):
        return False
    positions = list(range(len(people_out)))
    for _ in range(10):
        random.shuffle(positions)
        for i, j in zip(positions, positions[1:]):
            if i < j and people_out[i].age > people_out[j].age:
                return False
    return True
