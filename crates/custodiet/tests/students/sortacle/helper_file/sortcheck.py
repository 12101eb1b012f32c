# faulty: accepts missing people
import listtools as lt


def is_valid(people_in, people_out):
    if not lt.is_sublist(people_out, people_in):
        return False
    return lt.is_sorted(people_out, "age")
