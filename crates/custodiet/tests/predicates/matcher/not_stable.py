def is_valid(companies, candidates, hires):
    n = len(companies)
    return (
        len(hires) == n
        and {h.company for h in hires} == set(range(n))
        and {h.candidate for h in hires} == set(range(n))
    )
