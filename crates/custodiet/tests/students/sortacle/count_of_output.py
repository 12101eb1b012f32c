# faulty: accepts missing people
def is_valid(people_in, people_out):
    return all(
        people_out.count(p) == people_in.count(p) for p in people_out
    ) and sorted(people_out, key=lambda p: p.age) == people_out
