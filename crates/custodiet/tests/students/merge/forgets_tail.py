# faulty: rejects merges whose right tail is longer; accepts merges that lack it
def is_valid(left, right, merged):
    out = []
    j = 0
    for x in left:
        while j < len(right) and right[j] < x:
            out.append(right[j])
            j += 1
        out.append(x)
    return out == merged
