# Puts a file among the results.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    with open(WORLD + "/results/mine.json", "w") as file:
        return file.write("{}") > 0
