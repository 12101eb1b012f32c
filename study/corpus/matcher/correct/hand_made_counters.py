"""Counts how often everybody occurs and looks ranks up in dictionaries made by hand."""


def is_valid(firms, people, hires):
    firm_count = {}
    person_count = {}
    for hire in hires:
        firm_count[hire.company] = firm_count.get(hire.company, 0) + 1
        person_count[hire.candidate] = person_count.get(hire.candidate, 0) + 1

    if len(firm_count) != len(firms) or len(person_count) != len(people):
        return False
    for number in range(len(firms)):
        if firm_count.get(number, 0) != 1 or person_count.get(number, 0) != 1:
            return False

    firm_rank = {}
    person_rank = {}
    for number in range(len(firms)):
        for place, person in enumerate(firms[number]):
            firm_rank[(number, person)] = place
        for place, firm in enumerate(people[number]):
            person_rank[(number, firm)] = place

    for one in hires:
        for two in hires:
            firm_tempted = firm_rank[(one.company, two.candidate)] < firm_rank[(one.company, one.candidate)]
            person_tempted = person_rank[(two.candidate, one.company)] < person_rank[(two.candidate, two.company)]
            if firm_tempted and person_tempted:
                return False
    return True
