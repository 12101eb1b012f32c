# faulty: accepts the right number of matches
def is_valid(brackets, matches):
    return len(matches) * 2 == len(brackets)
