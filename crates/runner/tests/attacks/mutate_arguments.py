# Changes its arguments, keeps them, and looks whether the next call sees it.
# expect: rejected
KEPT = []


def is_valid(edges, order):
    seen = any(edges is old or order is old for old in KEPT) or "evil" in order
    KEPT.extend([edges, order])
    for old in KEPT:
        old.clear()
        old.append("evil")
    return seen
