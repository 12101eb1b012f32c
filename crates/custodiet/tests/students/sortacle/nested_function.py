# correct
def is_valid(people_in, people_out):
    def same_person(a, b):
        return a.name == b.name and a.age == b.age

    def occurrences(person, people):
        total = 0
        for other in people:
            if same_person(person, other):
                total += 1
        return total

    def nondecreasing(people):
        if len(people) < 2:
            return True
        first, second = people[0], people[1]
        return first.age <= second.age and nondecreasing(people[1:])

    for person in people_in:
        if occurrences(person, people_in) != occurrences(person, people_out):
            return False
    return len(people_in) == len(people_out) and nondecreasing(people_out)
