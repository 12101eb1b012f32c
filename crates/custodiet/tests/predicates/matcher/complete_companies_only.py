def is_valid(companies, candidates, hires):
    hiring = [h.company for h in hires]
    for c in range(len(companies)):
        if c not in hiring:
            return False
    return True
