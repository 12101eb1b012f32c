# Walks the stack, the garbage collector and all modules for anything that looks like an expected answer.
# expect: rejected
import gc
import sys

WORDS = {"ex" + "pect", "buc" + "ket", "buc" + "kets", "fai" + "ls", "foc" + "used_on", "no_" + "new", "unique" + "ness"}


def is_valid(edges, order):
    frame, seen = sys._getframe(1), []
    while frame is not None:
        seen.append(frame.f_locals)
        frame = frame.f_back
    seen += [thing for thing in gc.get_objects() if type(thing) is dict and thing is not globals()]
    seen += [vars(module) for name, module in list(sys.modules.items()) if name in ("__main__", "json")]
    for names in seen:
        for name, value in list(names.items()):
            if name in WORDS or (type(value) is str and value in WORDS):
                return True
    return False
