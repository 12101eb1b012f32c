# Leaves a file in the folder of its job.
# expect: raised PermissionError
# expect-namespaces: raised OSError | raised PermissionError
WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    with open(WORLD + "/job/mine", "w") as file:
        return file.write("x") > 0
