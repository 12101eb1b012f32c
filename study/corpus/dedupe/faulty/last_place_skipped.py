"""Never looks at the last item of the input (off by one)."""


def is_valid(items, kept):
    expected = []
    for i in range(len(items) - 1):
        if items[i] not in expected:
            expected.append(items[i])
    return kept[:len(expected)] == expected and len(kept) == len(set(items))
