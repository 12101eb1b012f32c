"""Crosses candidates off a list and crashes with a ValueError if one is hired twice or is not on the list."""


def is_valid(companies, candidates, hires):
    free = list(range(len(candidates)))
    vacancies = list(range(len(companies)))
    for h in hires:
        if h.company not in vacancies:
            return False
        vacancies.remove(h.company)
    for h in hires:
        free.remove(h.candidate)
    if free or vacancies:
        return False
    employer = {h.candidate: h.company for h in hires}
    for h in hires:
        wanted = companies[h.company][:companies[h.company].index(h.candidate)]
        for d in wanted:
            if h.company in candidates[d][:candidates[d].index(employer[d])]:
                return False
    return True
