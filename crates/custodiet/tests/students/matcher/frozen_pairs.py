# correct
def is_valid(companies, candidates, hires):
    n = len(companies)
    everyone = {("co", i) for i in range(n)} | {("ca", i) for i in range(n)}
    groups = [frozenset({("co", h.company), ("ca", h.candidate)}) for h in hires]
    if sorted(x for g in groups for x in g) != sorted(everyone):
        return False

    def partner(who):
        (g,) = [g for g in groups if who in g]
        (other,) = g - {who}
        return other[1]

    def wants(who, prefs, other):
        return prefs.index(other) < prefs.index(partner(who))

    return not any(
        wants(("co", c), companies[c], d) and wants(("ca", d), candidates[d], c)
        for c in range(n) for d in range(n)
    )
