def is_valid(companies, candidates, hires):
    return all(h.company in range(len(companies)) and h.candidate in range(len(candidates)) for h in hires)
