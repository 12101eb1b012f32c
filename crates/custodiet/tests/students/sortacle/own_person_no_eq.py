# faulty: rejects nearly everything, its class compares by identity
class Person:
    def __init__(self, name, age):
        self.name = name
        self.age = age

    def __repr__(self):
        return "Person(%s, %d)" % (self.name, self.age)


def is_valid(people_in, people_out):
    if len(people_in) != len(people_out):
        return False
    for p in people_in:
        if p not in people_out:
            return False
    for i in range(len(people_out) - 1):
        if people_out[i].age > people_out[i + 1].age:
            return False
    return True
