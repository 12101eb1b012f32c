# correct
def prefers(table):
    ranks = [dict(zip(row, range(len(row)))) for row in table]

    def better(who, a, b):
        return ranks[who][a] < ranks[who][b]

    return better


def is_valid(companies, candidates, hires):
    n = len(companies)
    ids = set(range(n))
    left = {h.company for h in hires}
    right = {h.candidate for h in hires}
    if not (left == right == ids and len(hires) == n):
        return False
    company_prefers, candidate_prefers = prefers(companies), prefers(candidates)
    return not any(
        company_prefers(x.company, y.candidate, x.candidate) and candidate_prefers(y.candidate, x.company, y.company)
        for x in hires
        for y in hires
        if x != y
    )
