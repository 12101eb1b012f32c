# Leaves names in its folder that are not text, that control terminals, that look like options, and links in circles.
# expect: accepted
# expect-reduced: raised PermissionError
import os


def is_valid(edges, order):
    for name in [b"\xff\xfe", b"-rf", b"\x1b[2Ja", b"new\nline", b"a" * 255, b"..a", b"\xe2\x80\xaetxt", b"*"]:
        os.makedirs(name + b"/" + name if len(name) < 100 else name, exist_ok=True)
    for target, name in [("circle", "circle"), (".", "here"), ("..", "up")]:
        if not os.path.lexists(name):
            os.symlink(target, name)
    return True
