# faulty: raises IndexError on ids out of range; accepts a candidate with two jobs
def is_valid(companies, candidates, hires):
    if len(hires) != len(companies):
        return False
    current = [None] * len(companies)
    boss = [None] * len(candidates)
    for h in hires:
        current[h.company] = h.candidate
        boss[h.candidate] = h.company
    for i in range(len(companies)):
        if current[i] is None:
            return False
        for j in companies[i]:
            if j == current[i]:
                break
            if boss[j] is None:
                return False
            if candidates[j].index(i) < candidates[j].index(boss[j]):
                return False
    return True
