def is_valid(companies, candidates, hires):
    ids = set(range(len(companies)))
    all_hire = ids <= {h.company for h in hires}
    all_hired = ids <= {h.candidate for h in hires}
    return all_hire or all_hired
