# Asks the kernel to spare it when memory runs out.
# expect: raised PermissionError
# expect-namespaces: raised FileNotFoundError | raised PermissionError
# succeeds-without-sandbox
def is_valid(edges, order):
    with open("/proc/self/oom_score_adj", "w") as file:
        return file.write("500") > 0
