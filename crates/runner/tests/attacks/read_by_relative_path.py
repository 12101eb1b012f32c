# Climbs out of its scratch folder.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
def is_valid(edges, order):
    with open("../../suite.json") as file:
        return "CANARY" in file.read()
