"""Counts the hires in place of looking at who is in them, so doubled and unknown people pass."""


def is_valid(companies, candidates, hires):
    if len(hires) != len(companies):
        return False
    for a in hires:
        for b in hires:
            if a.company >= len(companies) or b.candidate >= len(candidates):
                continue
            likes = companies[a.company]
            if a.candidate in likes and likes.index(b.candidate) < likes.index(a.candidate):
                likes = candidates[b.candidate]
                if b.company in likes and likes.index(a.company) < likes.index(b.company):
                    return False
    return True
