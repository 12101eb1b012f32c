# faulty: rejects every tree but sorted lists; accepts sorted lists; raises TypeError on None
def is_valid(tree, key, result):
    keys = [k for k in tree if k is not None]
    if key not in keys:
        keys.append(key)
    return sorted(result) == sorted(keys) and result == sorted(result)
