"""Everybody is matched once with somebody known, and no two would rather be together; written with all and any."""


def is_valid(companies, candidates, hires):
    everyone = range(len(companies))
    employers = [hire.company for hire in hires]
    employees = [hire.candidate for hire in hires]
    known = all(c in everyone for c in employers) and all(d in everyone for d in employees)
    if not known:
        return False
    once = all(employers.count(i) == 1 for i in everyone) and all(employees.count(i) == 1 for i in everyone)
    if not once:
        return False
    partner_of_company = {hire.company: hire.candidate for hire in hires}
    partner_of_candidate = {hire.candidate: hire.company for hire in hires}
    return not any(
        companies[c].index(d) < companies[c].index(partner_of_company[c])
        and candidates[d].index(c) < candidates[d].index(partner_of_candidate[d])
        for c in everyone
        for d in everyone
    )
