# Has the harness's reports show a file elsewhere, by code that claims to come from it.
# expect: raised ValueError
def is_valid(edges, order):
    exec(compile("raise ValueError('elsewhere')", "/etc/passwd", "exec"))
    return True
