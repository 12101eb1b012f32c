# Prints much and answers.
# expect: accepted
def is_valid(edges, order):
    print("x" * 1000000)
    return True
