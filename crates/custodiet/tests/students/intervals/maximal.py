# faulty: accepts choices to which nothing can be added
def is_valid(requests, chosen):
    def clash(a, b):
        return a.start < b.end and b.start < a.end

    for i, a in enumerate(chosen):
        if a not in requests:
            return False
        if any(clash(a, b) for b in chosen[i + 1:]):
            return False
    return all(any(clash(r, c) for c in chosen) for r in requests)
