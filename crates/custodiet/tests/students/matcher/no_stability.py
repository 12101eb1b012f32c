# faulty: accepts unstable matchings
def is_valid(companies, candidates, hires):
    comps = [h.company for h in hires]
    cands = [h.candidate for h in hires]
    return sorted(comps) == list(range(len(companies))) and sorted(cands) == list(range(len(candidates)))
