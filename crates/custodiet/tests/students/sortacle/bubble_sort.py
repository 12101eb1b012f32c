# faulty: rejects orders of ties that bubble sort does not find
def bubble_sort(people):
    people = list(people)
    for i in range(len(people)):
        for j in range(len(people) - 1 - i):
            if people[j].age > people[j + 1].age:
                people[j], people[j + 1] = people[j + 1], people[j]
    return people


def is_valid(people_in, people_out):
    answer = bubble_sort(people_in)
    if len(answer) != len(people_out):
        return False
    for k in range(len(answer)):
        if answer[k] != people_out[k]:
            return False
    return True
