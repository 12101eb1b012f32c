# Makes a file of many terabytes that takes no space.
# expect: raised OSError
# expect-reduced: raised PermissionError
def is_valid(edges, order):
    with open("file", "w+b") as file:
        file.truncate(1 << 44)
    return True
