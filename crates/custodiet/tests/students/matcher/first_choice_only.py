# faulty: accepts unstable matchings, considers first choices only
def is_valid(companies, candidates, hires):
    if sorted(h.company for h in hires) != list(range(len(companies))):
        return False
    if sorted(h.candidate for h in hires) != list(range(len(candidates))):
        return False
    for h in hires:
        favorite = companies[h.company][0]
        if favorite != h.candidate and candidates[favorite][0] == h.company:
            return False
    return True
