# faulty: returns None, prints the answer
def is_valid(companies, candidates, hires):
    n = len(companies)
    ok = len(hires) == n and {h.company for h in hires} == {h.candidate for h in hires} == set(range(n))
    if ok:
        boss = {h.candidate: h.company for h in hires}
        for h in hires:
            for d in companies[h.company]:
                if d == h.candidate:
                    break
                if candidates[d].index(h.company) < candidates[d].index(boss[d]):
                    ok = False
    print(ok)
