# correct
def is_valid(items, kept):
    k = 0
    for i in range(len(items)):
        first = True
        for j in range(i):
            if items[j] == items[i]:
                first = False
        if first:
            if k >= len(kept) or kept[k] != items[i]:
                return False
            k += 1
    return k == len(kept)
