# faulty: accepts unstable matchings, imports a check of one side
from stability import company_is_happy


def is_valid(companies, candidates, hires):
    ids = list(range(len(companies)))
    if sorted(h.company for h in hires) != ids or sorted(h.candidate for h in hires) != ids:
        return False
    pairs = {h.company: h.candidate for h in hires}
    return all(company_is_happy(c, companies, candidates, pairs) for c in ids)
