# faulty: accepts other ages with the same mean
import math


def mean(people):
    return sum(p.age for p in people) / len(people) if people else 0.0


def is_valid(people_in, people_out):
    same_names = sorted(str(p.name) for p in people_in) == sorted(str(p.name) for p in people_out)
    same_mean = math.isclose(mean(people_in), mean(people_out), abs_tol=1e-9)
    in_order = all(a.age <= b.age for a, b in zip(people_out, people_out[1:]))
    return same_names and same_mean and in_order
