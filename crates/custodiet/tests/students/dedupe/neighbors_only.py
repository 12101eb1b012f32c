# faulty: accepts items that are still there twice; rejects lists where equal items are apart
def is_valid(items, kept):
    result = []
    for i in range(len(items)):
        if i == 0 or items[i] != items[i - 1]:
            result.append(items[i])
    return result == kept
