# faulty: raises KeyError on a word that does not occur; accepts a word listed twice
def is_valid(words, k, top):
    freq = {}
    for w in words:
        if w in freq:
            freq[w] += 1
        else:
            freq[w] = 1
    if len(top) != min(k, len(freq)):
        return False
    nums = [freq[w] for w in top]
    target = sorted(freq.values())[::-1][:k]
    return nums == target
