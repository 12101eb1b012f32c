def is_valid(companies, candidates, hires):
    for h in hires:
        if h.company is None or h.candidate is None:
            return False
    return True
