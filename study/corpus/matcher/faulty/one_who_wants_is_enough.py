"""Rejects a matching as soon as one side would like to switch: or in place of and."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if len(hires) != n or {h.company for h in hires} != set(range(n)) or {h.candidate for h in hires} != set(range(n)):
        return False
    for x in hires:
        for y in hires:
            company_wants = companies[x.company].index(y.candidate) < companies[x.company].index(x.candidate)
            candidate_wants = candidates[y.candidate].index(x.company) < candidates[y.candidate].index(y.company)
            if company_wants or candidate_wants:
                return False
    return True
