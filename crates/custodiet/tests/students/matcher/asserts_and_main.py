# faulty: accepts a second hire of a company by an outsider
def is_valid(companies, candidates, hires):
    n = len(companies)
    jobs = {}
    for h in hires:
        if h.candidate >= n:
            return False
        if h.candidate in jobs:
            return False
        jobs[h.candidate] = h.company
    if len(jobs) != n:
        return False
    for d in range(n):
        if jobs[d] not in candidates[d]:
            continue
        for c in candidates[d][:candidates[d].index(jobs[d])]:
            mine = [h.candidate for h in hires if h.company == c]
            if not mine or companies[c].index(d) < companies[c].index(mine[0]):
                return False
    return True


class H:
    def __init__(self, company, candidate):
        self.company, self.candidate = company, candidate


def main():
    companies = [[0, 1], [1, 0]]
    candidates = [[0, 1], [1, 0]]
    assert is_valid(companies, candidates, [H(0, 0), H(1, 1)])
    assert not is_valid(companies, candidates, [H(0, 1), H(1, 0)])
    print("ok")


if __name__ == "__main__":
    main()
