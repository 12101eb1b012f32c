def is_valid(companies, candidates, hires):
    n = len(companies)
    if {h.company for h in hires} != set(range(n)):
        return False
    return {h.candidate for h in hires} >= set(range(n))
