# faulty: accepts unstable matchings; rejects stable ones, compares sums of ranks
def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted(h.company for h in hires) != list(range(n)) or sorted(h.candidate for h in hires) != list(range(n)):
        return False
    company_side = sum(companies[h.company].index(h.candidate) for h in hires)
    candidate_side = sum(candidates[h.candidate].index(h.company) for h in hires)
    return company_side <= n and candidate_side <= n
