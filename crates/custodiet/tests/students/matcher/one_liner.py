# correct
def is_valid(companies, candidates, hires):
    f, g = ({h.company: h.candidate for h in hires}, {h.candidate: h.company for h in hires})
    return len(hires) == len(f) == len(g) and f.keys() == g.keys() == set(range(len(companies))) and not any(
        companies[c].index(d) < companies[c].index(f[c]) and candidates[d].index(c) < candidates[d].index(g[d])
        for c in f for d in g)
