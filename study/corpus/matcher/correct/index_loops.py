"""Fills two tables from the hires, then compares every company with every candidate in nested loops."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n:
        return False
    staff = [None] * n
    job = [None] * n
    for hire in hires:
        if hire.company < 0 or hire.company >= n:
            return False
        if hire.candidate < 0 or hire.candidate >= n:
            return False
        if staff[hire.company] is not None:
            return False
        if job[hire.candidate] is not None:
            return False
        staff[hire.company] = hire.candidate
        job[hire.candidate] = hire.company
    for company in range(n):
        for candidate in range(n):
            if candidate == staff[company]:
                continue
            mine = companies[company].index(staff[company])
            other = companies[company].index(candidate)
            if other > mine:
                continue
            theirs = candidates[candidate].index(job[candidate])
            me = candidates[candidate].index(company)
            if me < theirs:
                return False
    return True
