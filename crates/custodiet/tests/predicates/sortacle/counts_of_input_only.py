from collections import Counter


def is_valid(people_in, people_out):
    before, after = Counter(people_in), Counter(people_out)
    if any(before[p] != after[p] for p in before):
        return False
    return all(p.age <= q.age for p, q in zip(people_out, people_out[1:]))
