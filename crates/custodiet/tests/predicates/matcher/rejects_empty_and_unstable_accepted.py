def is_valid(companies, candidates, hires):
    if not companies or not candidates or not hires:
        return False
    ids = set(range(len(companies)))
    return {h.company for h in hires} == ids and {h.candidate for h in hires} == ids and len(hires) == len(ids)
