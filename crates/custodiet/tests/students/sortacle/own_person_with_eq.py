# correct
class Person:
    def __init__(self, name, age):
        self.name = name
        self.age = age

    def __eq__(self, other):
        return isinstance(other, Person) and self.name == other.name and self.age == other.age

    def __lt__(self, other):
        return self.age < other.age

    def __hash__(self):
        return hash((self.name, self.age))


def is_valid(people_in, people_out):
    for i in range(1, len(people_out)):
        if people_out[i] < people_out[i - 1]:
            return False
    bag = list(people_in)
    for p in people_out:
        if p not in bag:
            return False
        bag.remove(p)
    return bag == []
