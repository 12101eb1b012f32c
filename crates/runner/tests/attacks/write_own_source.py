# Changes itself.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
# succeeds-without-sandbox
def is_valid(edges, order):
    with open(__file__, "a") as file:
        return file.write("\n") > 0
