# broken: uses a keyword as a name
def is_valid(companies, candidates, hires):
    class = {}
    for h in hires:
        class[h.company] = h.candidate
    return len(class) == len(companies)
