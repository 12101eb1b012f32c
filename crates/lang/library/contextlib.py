"""The managers of `contextlib` that are classes in Python."""


def suppress(*exceptions):
    class suppress:
        def __enter__(self):
            pass

        def __exit__(self, kind, value, traceback):
            return kind is not None and issubclass(kind, exceptions)

    return suppress()


def nullcontext(enter_result=None):
    class nullcontext:
        def __init__(self):
            self.enter_result = enter_result

        def __enter__(self):
            return self.enter_result

        def __exit__(self, *excinfo):
            pass

    return nullcontext()


def closing(thing):
    class closing:
        def __init__(self):
            self.thing = thing

        def __enter__(self):
            return self.thing

        def __exit__(self, *exc_info):
            self.thing.close()

    return closing()
