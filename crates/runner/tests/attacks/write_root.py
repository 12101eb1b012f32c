# Leaves a file at the top of the disk.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
def is_valid(edges, order):
    with open("/custodiet-escape-" + __file__.split("/")[-4], "w") as file:
        return file.write("x") > 0
