# faulty: accepts rarer words than those left out
def is_valid(words, k, top):
    if len(top) != min(k, len(set(words))):
        return False
    if len(top) != len(set(top)):
        return False
    counts = [words.count(w) for w in top]
    return 0 not in counts and counts == sorted(counts, key=lambda n: -n)
