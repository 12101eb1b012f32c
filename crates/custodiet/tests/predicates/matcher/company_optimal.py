def is_valid(companies, candidates, hires):
    n = len(companies)
    free = list(range(n))
    asked = [0] * n
    job = {}
    while free:
        c = free.pop()
        d = companies[c][asked[c]]
        asked[c] += 1
        if d not in job:
            job[d] = c
        elif candidates[d].index(c) < candidates[d].index(job[d]):
            free.append(job[d])
            job[d] = c
        else:
            free.append(c)
    return {(h.company, h.candidate) for h in hires} == {(c, d) for d, c in job.items()}
