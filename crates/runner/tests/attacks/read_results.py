# Reads the results of others.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
WORLD = __file__.rsplit("/", 3)[0]


def is_valid(edges, order):
    with open(WORLD + "/results/outcomes.json") as file:
        return "CANARY" in file.read()
