# faulty: accepts numbers repeated too often or too rarely
def is_valid(left, right, merged):
    return set(left) | set(right) == set(merged) and merged == sorted(merged)
