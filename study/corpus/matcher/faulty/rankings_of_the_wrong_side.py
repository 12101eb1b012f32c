"""Mixes up the two lists: looks for candidates in the candidates' rankings and for companies in the companies'."""


def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    for a in hires:
        for b in hires:
            company_list = candidates[a.company]
            candidate_list = companies[b.candidate]
            if company_list.index(b.candidate) < company_list.index(a.candidate):
                if candidate_list.index(a.company) < candidate_list.index(b.company):
                    return False
    return True
