# faulty: rejects matchings other than the diagonal; accepts the diagonal where it is unstable
def is_valid(companies, candidates, hires):
    if len(hires) != len(companies):
        return False
    for h in hires:
        if h.company != h.candidate or h.company >= len(companies):
            return False
    return True
