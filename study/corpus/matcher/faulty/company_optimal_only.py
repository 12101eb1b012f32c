"""Computes the matching that is best for companies and rejects all other stable ones."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    asked = [0] * n
    job = {}
    free = list(range(n))
    while free:
        company = free.pop()
        candidate = companies[company][asked[company]]
        asked[company] += 1
        if candidate not in job:
            job[candidate] = company
        elif candidates[candidate].index(company) < candidates[candidate].index(job[candidate]):
            free.append(job[candidate])
            job[candidate] = company
        else:
            free.append(company)
    found = {(h.company, h.candidate) for h in hires}
    return found == {(company, candidate) for candidate, company in job.items()}
