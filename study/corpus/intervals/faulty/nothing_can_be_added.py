"""Takes a choice to which nothing can be added for a largest one."""


def clash(a, b):
    return a.start < b.end and b.start < a.end


def is_valid(requests, chosen):
    if any(c not in requests for c in chosen):
        return False
    for i, a in enumerate(chosen):
        for b in chosen[:i]:
            if clash(a, b):
                return False
    return all(any(clash(r, c) for c in chosen) for r in requests)
