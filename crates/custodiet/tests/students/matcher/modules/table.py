def as_dicts(hires, n):
    """Both directions of a perfect matching, or None."""
    there, back = {}, {}
    for hire in hires:
        there[hire.company] = hire.candidate
        back[hire.candidate] = hire.company
    complete = sorted(there) == sorted(back) == list(range(n))
    return (there, back) if complete and len(hires) == n else None
