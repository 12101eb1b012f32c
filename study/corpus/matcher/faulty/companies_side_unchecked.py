"""Checks the candidates in full, but of companies only that none occurs twice, so an unknown one may hire."""


def wants_to_move(candidate, company, candidates, job):
    ranking = candidates[candidate]
    return job[candidate] in ranking and ranking.index(company) < ranking.index(job[candidate])


def is_valid(companies, candidates, hires):
    job = {h.candidate: h.company for h in hires}
    staff = {h.company: h.candidate for h in hires}
    if len(job) != len(hires) or len(staff) != len(hires):
        return False
    if sorted(job) != list(range(len(candidates))):
        return False
    for company, candidate in staff.items():
        if company >= len(companies):
            continue
        for other in companies[company]:
            if other == candidate:
                break
            if wants_to_move(other, company, candidates, job):
                return False
    return True
