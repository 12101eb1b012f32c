"""Loads one submission and answers calls, as docs/adapters.md describes.

Runs under Python 3.11 and later with only the standard library, and imports as little of it as possible, because it is
started for every submission.

The submission runs in this process and can do anything with it. That gains it nothing: there are no expected answers here,
and the grader accepts one answer for each test and nothing else.
"""

import builtins
import json
import os
import sys
from _ast import PyCF_ONLY_AST, AnnAssign, Assert, Assign, AsyncFunctionDef, Attribute, Call, Expr, FunctionDef, If
from _ast import Import, ImportFrom, Name, Try, With
from _frozen_importlib_external import FileFinder, SourceFileLoader

MESSAGE = 500
Spec = type(json.__spec__)
Module = type(json)


class Failed(Exception):
    """The submission cannot be loaded."""

    def __init__(self, why, message, **more):
        self.report = {"why": why, "message": plain(message), **more}


def main():
    if sys.argv[1:] == ["--fork-server"]:
        fork_server()
    requests, answer = streams()
    orders = json.loads(requests.readline())
    try:
        submission = Submission(orders)
        predicate = submission.load()
    except Failed as failed:
        answer(json.dumps({"failed": failed.report}).encode())
        return
    answer(json.dumps({"ready": {"file": submission.entry, "name": submission.name}}).encode())
    serve(requests, answer, predicate, submission)


def fork_server():
    """Waits to be forked, and returns in each new process."""
    name = "fork_server"
    module = Module(name)
    module.__file__ = os.path.join(os.path.dirname(__file__), f"{name}.py")
    registries = (sys.modules, sys.path_importer_cache)
    before = [set(registry) for registry in registries]
    SourceFileLoader(name, module.__file__).exec_module(module)
    module.serve()
    # What the server imported, also while it served, must not stand in for files of the submission.
    for registry, known in zip(registries, before):
        for added in set(registry) - known:
            del registry[added]


def streams():
    """Requests and answers get their own descriptors; printed output goes to standard error."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.dup(1)
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.argv[:] = [""]
    # Every script has these. The module `site`, which defines them, is not loaded.
    builtins.exit = builtins.quit = sys.exit

    def answer(line, write=os.write):
        line += b"\n"
        while line:
            line = line[write(answers, line) :]

    return requests, answer


def serve(requests, answer, predicate, submission):
    loads, dumps = json.loads, json.dumps
    decode = decoder(submission)
    for line in requests:
        call = loads(line)
        test = call["test"]
        try:
            given = predicate(*decode(call["arguments"]))
        except MemoryError:
            reply = b'{"test": %d, "out_of_memory": true}' % test
        except BaseException as error:
            reply = dumps({"test": test, "raised": submission.describe(error)}).encode()
        else:
            if given is True:
                reply = b'{"test": %d, "answer": true}' % test
            elif given is False:
                reply = b'{"test": %d, "answer": false}' % test
            else:
                reply = dumps({"test": test, "not_a_boolean": class_name(given)[:MESSAGE]}).encode()
        answer(reply)


def decoder(submission):
    """A function that converts the notation of values to fresh values."""

    def decode(value):
        kind = type(value)
        if kind is list:
            return [decode(item) if type(item) in nested else item for item in value]
        if kind is not dict:
            return value
        tag, content = next(iter(value.items()))
        if tag == "tuple":
            return tuple([decode(item) if type(item) in nested else item for item in content])
        if tag == "record":
            return records[content](*[decode(item) if type(item) in nested else item for item in value["fields"]])
        if tag == "set":
            return {decode(item) for item in content}
        if tag == "frozenset":
            return frozenset([decode(item) for item in content])
        if tag == "dict":
            return {decode(key): decode(item) for key, item in content}
        return decode(content)  # some

    nested = (list, dict)
    records = {record["name"]: submission.constructor(record) for record in submission.records}
    return decode


class Submission:
    def __init__(self, orders):
        self.names = orders["predicate"]
        self.arity = len(orders["parameters"])
        self.folder = orders["submission"]
        self.support = orders["support"]
        self.files = orders["files"]
        self.records = orders["records"]
        self.problem = orders["problem"]
        self.types = orders.get("types", [])
        self.entry = self.name = self.module = None

    def load(self):
        self.entry, self.name = self.find_entry()
        path = os.path.join(self.folder, self.entry)
        self.set_up_imports(os.path.dirname(path))
        stem = os.path.splitext(os.path.basename(path))[0]
        # A file named like a module of the standard library must not replace it.
        name = stem if stem.isidentifier() and stem not in sys.stdlib_module_names else "submission"
        loader = Loader(name, path)
        loader.names = self.names
        spec = Spec(name, loader, origin=path)
        module = Module(name)
        module.__spec__, module.__loader__, module.__file__ = spec, loader, path
        sys.modules[name] = module
        try:
            loader.exec_module(module)
        except MemoryError:
            raise Failed("raised", "ran out of memory while it was loaded", **{"class": "MemoryError"}) from None
        except BaseException as error:
            raise self.failure(error) from None
        self.module = module
        predicate = getattr(module, self.name, None)
        if not callable(predicate):
            raise Failed("missing", f"`{self.name}` is not a function", file=self.entry, candidates=[])
        self.check_arity(predicate)
        return predicate

    def find_entry(self):
        """The file that defines the predicate, and the name it uses."""
        found, candidates, faults = [], [], []
        for file in self.files:
            try:
                with open(os.path.join(self.folder, file), "rb") as source:
                    tree = parse(source.read(), file)
            except (SyntaxError, ValueError) as error:
                faults.append(syntax(error, file))
                continue
            except (RecursionError, MemoryError) as error:
                faults.append(Failed("syntax", f"too deeply nested for Python: {class_name(error)}", file=file))
                continue
            except OSError as error:
                faults.append(Failed("syntax", f"cannot be read: {error.strerror}", file=file))
                continue
            defined = definitions(tree.body)
            found += [(self.names.index(name), is_test(file), file, name) for name in defined if name in self.names]
            candidates += [name for name, node in defined.items() if self.fits(name, node) and name not in candidates]
        if found:
            best = min(found)
            rivals = sorted({file for rank, test, file, _ in found if (rank, test) == best[:2]})
            if len(rivals) > 1:
                raise Failed("ambiguous", f"several files define `{best[3]}`", candidates=rivals)
            return best[2], best[3]
        if faults:
            raise faults[0]
        wanted = " or ".join(f"`{name}`" for name in self.names)
        raise Failed("missing", f"no function {wanted}", candidates=candidates[:10])

    def fits(self, name, node):
        if not isinstance(node, FunctionDef) or name.startswith(("_", "test")):
            return False
        arguments = node.args
        most = len(arguments.posonlyargs) + len(arguments.args)
        return most - len(arguments.defaults) <= self.arity <= most

    def check_arity(self, predicate):
        code = getattr(predicate, "__code__", None)
        if type(code) is not type(main.__code__) or code.co_flags & 0x04:
            return
        # What a method is bound to is its first argument.
        most = code.co_argcount - (type(predicate) is type(self.check_arity))
        least = most - len(getattr(predicate, "__defaults__", None) or ())
        if not least <= self.arity <= most:
            takes = f"{most} argument{'' if most == 1 else 's'}"
            raise Failed(
                "arity", f"`{self.name}` takes {takes}, not {self.arity}", file=self.entry, line=code.co_firstlineno
            )

    def set_up_imports(self, folder):
        own = [folder] + ([self.folder] if folder != self.folder else [])
        own += [self.support] if self.support else []

        def hook(path):
            if path not in own:
                raise ImportError("not part of the submission")
            return FileFinder(path, (Loader, [".py"]))

        Loader.names = self.names
        sys.path_hooks.insert(0, hook)
        # Packages installed with the interpreter come last; their `.pth` files are not read.
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        installed = [os.path.join(sys.prefix, "lib", version, "site-packages")]
        installed += ["/usr/lib/python3/dist-packages"] if sys.prefix == "/usr" else []
        sys.path[:] = own + [path for path in sys.path if path] + installed
        sys.meta_path.insert(0, TestTools())
        sys.meta_path.append(Declarations(self))

    def constructor(self, record):
        """A function that creates values of a record: of the submission's class, or else of a supplied one."""
        name, fields = record["name"], record["fields"]
        supported = [
            module
            for module in list(sys.modules.values())
            if self.support and str(getattr(module, "__file__", "")).startswith(self.support + os.sep)
        ]
        for module in [self.module, *supported]:
            theirs = getattr(module, name, None)
            if isinstance(theirs, type):
                order = parameters(theirs)
                if order == fields:
                    return theirs
                if order is not None and sorted(order) == sorted(fields):
                    return lambda *values: theirs(**dict(zip(fields, values)))
        return getattr(Declarations(self).module(), name)

    def failure(self, error):
        """Why loading failed with an exception."""
        if isinstance(error, SyntaxError):
            file = self.relative(error.filename or "") or self.entry
            return syntax(error, file)
        about = self.describe(error)
        where = {key: about[key] for key in ("file", "line") if key in about}
        if isinstance(error, ImportError):
            return Failed("import", about["message"], **where)
        return Failed("raised", about["message"], **{"class": about["class"]}, **where)

    def describe(self, error):
        """An exception's class and message, and the innermost line of the submission."""
        try:
            message = str(error)
        except BaseException as fault:
            message = f"({class_name(fault)} when asked for the message)"
        report = {"class": class_name(error)[:MESSAGE], "message": plain(message) if type(message) is str else ""}
        trace = sys.exc_info()[2]
        while trace is not None:
            file = self.relative(trace.tb_frame.f_code.co_filename)
            if file:
                report["file"], report["line"] = file, trace.tb_lineno
            trace = trace.tb_next
        return report

    def relative(self, path):
        start = self.folder + os.sep
        return path[len(start) :] if path.startswith(start) else None


def plain(text):
    """The text in a form that can be sent: truncated, and without lone surrogates."""
    return text[:MESSAGE].encode("utf-8", "replace").decode()


def class_name(value):
    """The name of a value's class, whatever its metaclass says."""
    return type.__dict__["__name__"].__get__(type(value))


def syntax(error, file):
    line = getattr(error, "lineno", None)
    message = getattr(error, "msg", None) or str(error)
    return Failed("syntax", str(message), file=file, **({"line": line} if line else {}))


def parse(source, path):
    if source[:2] in (b"\xff\xfe", b"\xfe\xff"):
        raise SyntaxError("the file is UTF-16, and Python reads UTF-8")
    return compile(source, path, "exec", PyCF_ONLY_AST, dont_inherit=True)


def is_test(file):
    stem = os.path.splitext(os.path.basename(file))[0].lower()
    return stem.startswith("test") or stem.endswith(("test", "tests")) or stem == "conftest"


def definitions(body):
    """The names that statements define, and how."""
    defined = {}
    for statement in body:
        if isinstance(statement, (FunctionDef, AsyncFunctionDef)):
            defined[statement.name] = statement
        elif isinstance(statement, (Assign, AnnAssign)):
            targets = statement.targets if isinstance(statement, Assign) else [statement.target]
            defined.update({target.id: statement for target in targets if isinstance(target, Name)})
        elif isinstance(statement, (If, Try, With)):
            defined.update(definitions(statement.body))
            defined.update(definitions(getattr(statement, "orelse", [])))
            for handler in getattr(statement, "handlers", []):
                defined.update(definitions(handler.body))
    return defined


def parameters(cls):
    """The names of the bases of a class, if they can be determined."""
    fields = getattr(cls, "__dataclass_fields__", None) or getattr(cls, "_fields", None)
    if fields is not None:
        return list(fields)
    code = getattr(cls.__dict__.get("__init__"), "__code__", None)
    return list(code.co_varnames[1 : code.co_argcount]) if code else None


class Loader(SourceFileLoader):
    """Loads a file of the submission without its tests."""

    names = ()

    def source_to_code(self, data, path, *, _optimize=-1):
        tree = parse(data, path)
        tree.body = [statement for statement in tree.body if not self.tests(statement)]
        return compile(tree, path, "exec", dont_inherit=True)

    def tests(self, statement):
        """Whether a top-level statement is an assertion, prints, or calls a test or the predicate itself."""
        if isinstance(statement, Assert):
            return True
        if not (isinstance(statement, Expr) and isinstance(statement.value, Call)):
            return False
        function = statement.value.func
        if isinstance(function, Name):
            name = function.id.lower()
            return name == "print" or name in self.names or name.startswith("test") or name.endswith(("test", "tests"))
        if isinstance(function, Attribute) and isinstance(function.value, Name):
            return (function.value.id, function.attr) in {
                ("unittest", "main"), ("pytest", "main"), ("doctest", "testmod"),
            }  # fmt: skip
        return False


class Anything:
    """Stands in for anything a test library offers. As a decorator it returns functions unchanged."""

    def __init__(self, name=""):
        self.name = name

    def __call__(self, *args, **named):
        if len(args) == 1 and not named and isinstance(args[0], (type(main), type)) and self.name != "composite":
            return args[0]
        return Anything()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return Anything(name)

    def __getitem__(self, key):
        return Anything()

    def __or__(self, other):
        return Anything()

    def __iter__(self):
        return iter(())

    def __enter__(self):
        return self

    def __exit__(self, *how):
        return True

    def __mro_entries__(self, bases):
        return ()


class TestTools:
    """Libraries that only tests need. They need not be installed and are never loaded, because tests do not run."""

    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("pytest", "hypothesis"):
            return Spec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        module = Module(spec.name)
        module.__getattr__ = lambda name: Anything(name) if not name.startswith("__") else missing(name)
        return module

    def exec_module(self, module):
        pass


def missing(name):
    raise AttributeError(name)


class Declarations:
    """A module with the problem's types and name, unless the submission has a file of that name."""

    made = None

    def __init__(self, submission):
        self.submission = submission

    def find_spec(self, name, path=None, target=None):
        return Spec(name, self) if name == self.submission.problem else None

    def create_module(self, spec):
        return self.module()

    def exec_module(self, module):
        pass

    def module(self):
        if Declarations.made is None:
            module = Declarations.made = Module(self.submission.problem)
            for name in self.submission.types:
                setattr(module, name, object)
            for record in self.submission.records:
                setattr(module, record["name"], declared(record, module.__name__))
        return Declarations.made


def declared(record, module):
    fields = [(field, object) for field in record["fields"]]
    if record["kind"] == "namedtuple":
        from collections import namedtuple

        return namedtuple(record["name"], record["fields"], module=module)
    from dataclasses import make_dataclass

    cls = make_dataclass(record["name"], fields, frozen=True, order=record["order"])
    cls.__module__ = module
    return cls


if __name__ == "__main__":
    main()
    # Nothing in the submission runs at exit.
    os._exit(0)
