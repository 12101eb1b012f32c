# faulty: loops where a company is idle; accepts whatever is complete
def is_valid(companies, candidates, hires):
    n = len(companies)
    result = []
    c = 0
    while c < n:
        for h in hires:
            if h.company == c:
                result.append(h)
                c += 1
    return len(result) == n
