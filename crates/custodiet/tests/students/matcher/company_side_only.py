# faulty: rejects stable matchings where a company would like to switch
def is_valid(companies, candidates, hires):
    n = len(companies)
    if sorted([h.company for h in hires]) != [i for i in range(n)]:
        return False
    if sorted([h.candidate for h in hires]) != [i for i in range(n)]:
        return False
    for h in hires:
        if companies[h.company][0] != h.candidate:
            return False
    return True
