"""The pairs on which `check.py` runs submissions: correct ones, and ones that differ from these by a few edits.

Types and bounds come from the problem file, inputs and correct outputs from `solutions.py`. A pair is given as arguments
in the adapter's notation, as text, and with the required subproperties that fail. Every pair satisfies the preconditions.
"""

import ast
import dataclasses
import importlib
import random
import types
import typing

from solutions import SOLUTIONS

ACTS = ["insert", "delete", "replace", "swap", "copy", "again", "inside", "inside", "exchange", "reverse", "sort"]


class Problem:
    def __init__(self, name, folder, seed=0):
        self.name = name
        self.module = importlib.import_module(name)
        self.rng = random.Random(f"{name} {seed}")
        self.required, self.preconditions, self.bounds = [], [], []
        for node in ast.parse((folder / f"{name}.py").read_text()).body:
            if isinstance(node, ast.FunctionDef):
                names = [getattr(d.func if isinstance(d, ast.Call) else d, "id", "") for d in node.decorator_list]
                self.required += [node.name] if "subproperty" in names else []
                self.preconditions += [node.name] if "precondition" in names else []
            elif isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
                function = node.value.func
                if "scope" in (getattr(function, "id", ""), getattr(getattr(function, "value", None), "id", "")):
                    self.bounds.append({k.arg: eval(ast.unparse(k.value)) for k in node.value.keywords})
        self.hints = typing.get_type_hints(self.module.is_valid, include_extras=True)
        del self.hints["return"]
        self.outputs = [name for name, hint in self.hints.items() if "output" in hint.__metadata__]
        self.records = {}
        for hint in self.hints.values():
            self.find_records(hint)
        self.orders = {
            "problem": name,
            "predicate": ["is_valid"],
            "parameters": list(self.hints),
            "records": list(self.records.values()),
            "types": [],
        }
        kinds = [vars(self.module)[n].as_ for n in vars(self.module) if is_atom(vars(self.module)[n])]
        self.kinds = kinds[0] if kinds else (str,)

    def find_records(self, hint):
        hint = plain(hint)
        fields = record_fields(hint)
        if fields is not None:
            kind = "dataclass" if dataclasses.is_dataclass(hint) else "namedtuple"
            order = kind == "dataclass" and hint.__dataclass_params__.order
            self.records[hint.__name__] = {
                "name": hint.__name__, "fields": list(fields), "kind": kind, "order": order,
            }  # fmt: skip
        for inner in typing.get_args(hint) if fields is None else fields.values():
            self.find_records(inner)

    def call(self, function, values):
        function = getattr(self.module, function)
        code = function.__code__
        return function(*[values[name] for name in code.co_varnames[: code.co_argcount]])

    def fails(self, values):
        return tuple(name for name in self.required if not self.call(name, values))

    def pairs(self, count):
        """Distinct pairs: half of them small, and as many atoms that are numbers as strings, where both are allowed."""
        found, seen, tries = [], set(), 0
        while len(found) < count and tries < 6 * count:
            tries += 1
            self.bound = self.bounds[tries % 5 == 0]
            self.pool = self.names(self.kinds[tries % len(self.kinds)])
            inputs, outputs = SOLUTIONS[self.name](self)
            values = dict(zip(self.hints, (*inputs, *outputs)))
            for _ in range(self.rng.choice([0, 1, 1, 1, 2, 2, 3, 4])):
                name = self.rng.choice(self.outputs)
                values[name] = self.edit(self.hints[name], name, values[name])
            for name, hint in self.hints.items():
                if "unordered" in hint.__metadata__:
                    values[name] = list(dict.fromkeys(values[name]))
            if not all(self.call(name, values) for name in self.preconditions):
                continue
            arguments = [self.notation(value) for value in values.values()]
            if repr(arguments) in seen:
                continue
            seen.add(repr(arguments))
            found.append((arguments, ", ".join(map(repr, values.values())), self.fails(values)))
        return found

    def names(self, kind):
        """As many atoms as there can be, in random order."""
        count = next((bound for name, bound in self.bound.items() if is_atom(getattr(self.module, name, None))), 1)
        start = self.rng.choice([0, 0, 1, 5])
        if kind is int:
            names = range(start, start + count)
        else:
            names = [[*"abcdefghijklmnop"], [*"cabinetswoufyr"], [f"v{i}" for i in range(16)]][start % 3][:count]
        return self.rng.sample(list(names), count)

    def number(self, key):
        return self.rng.choice(list(self.bound[key]))

    def size(self, key):
        bound = self.bound[key]
        return bound if isinstance(bound, tuple) else (bound,)

    def value(self, hint, key, depth=0):
        """A random value of a type."""
        rng, hint = self.rng, plain(hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if is_atom(hint):
            return rng.choice(self.pool)
        if isinstance(hint, typing.NewType):
            return self.number(hint.__name__)
        if hint is int:
            return self.number(key)
        if origin is typing.Literal:
            return rng.choice(args)
        if origin in (typing.Union, types.UnionType):
            return None if rng.random() < 0.2 else self.value(args[0], key, depth)
        if origin is tuple:
            return tuple(self.value(arg, key, depth) for arg in args)
        if (fields := record_fields(hint)) is not None:
            return hint(*[self.value(inner, f"{hint.__name__}_{field}") for field, inner in fields.items()])
        many = range(rng.randint(0, self.size(key)[depth]))
        if origin is dict:
            return {self.value(args[0], key): self.value(args[1], key) for _ in many}
        return origin(self.value(args[0], key, depth + 1) for _ in many)

    def edit(self, hint, key, value, depth=0):
        """A value that differs from this one a little, or not at all."""
        rng, hint = self.rng, plain(hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if origin in (typing.Union, types.UnionType):
            if value is None or rng.random() < 0.15:
                return self.value(hint, key, depth)
            return self.edit(args[0], key, value, depth)
        if origin is tuple:
            at = rng.randrange(len(args))
            return tuple(self.edit(args[i], key, v, depth) if i == at else v for i, v in enumerate(value))
        if (fields := record_fields(hint)) is not None:
            changed = rng.choice(list(fields))
            name = f"{hint.__name__}_{changed}"
            return with_field(value, changed, self.edit(fields[changed], name, getattr(value, changed)))
        if origin is list:
            return self.edit_list(args[0], key, list(value), depth)
        if origin in (set, frozenset):
            items = self.edit_list(args[0], key, sorted(value, key=repr), depth)
            return origin(items)
        if origin is dict:
            return self.edit_dict(args, key, dict(value))
        return self.value(hint, key, depth)

    def edit_list(self, inner, key, items, depth):
        rng, at = self.rng, self.rng.randrange(len(items) + 1)
        act = rng.choice(ACTS)
        if act == "insert" or not items:
            items.insert(at, self.value(inner, key, depth + 1))
            return items
        at, other = rng.randrange(len(items)), rng.randrange(len(items))
        if act == "delete":
            del items[at]
        elif act == "replace":
            items[at] = self.value(inner, key, depth + 1)
        elif act == "swap":
            items[at], items[other] = items[other], items[at]
        elif act == "copy":
            items[at] = items[other]
        elif act == "again":
            items.insert(other, items[at])
        elif act == "reverse":
            items.reverse()
        elif act == "sort":
            fields = record_fields(inner) or [None]
            field = rng.choice(list(fields))
            items.sort(key=lambda item: str(getattr(item, field) if field else item))
        elif act == "exchange" and (fields := record_fields(inner)):
            field = rng.choice(list(fields))
            old, new = getattr(items[at], field), getattr(items[other], field)
            items[at], items[other] = with_field(items[at], field, new), with_field(items[other], field, old)
        else:
            items[at] = self.edit(inner, key, items[at], depth + 1)
        return items

    def edit_dict(self, args, key, entries):
        rng, act = self.rng, self.rng.choice(["add", "delete", "change", "change", "move", "exchange"])
        if act == "add" or not entries:
            entries[self.value(args[0], key)] = self.value(args[1], key)
            return entries
        name = rng.choice(list(entries))
        if act == "delete":
            del entries[name]
        elif act == "exchange":
            other = rng.choice(list(entries))
            entries[name], entries[other] = entries[other], entries[name]
        elif act == "move":
            entries[self.value(args[0], key)] = entries.pop(name)
        else:
            entries[name] = self.edit(args[1], key, entries[name])
        return entries

    def notation(self, value):
        """A value as the adapter is given it."""
        fields = record_fields(type(value))
        if fields is not None:
            contents = [self.notation(getattr(value, field)) for field in fields]
            return {"record": type(value).__name__, "fields": contents}
        if isinstance(value, list):
            return [self.notation(item) for item in value]
        if isinstance(value, dict):
            return {"dict": [[self.notation(key), self.notation(item)] for key, item in value.items()]}
        if isinstance(value, (tuple, set, frozenset)):
            return {type(value).__name__: [self.notation(item) for item in value]}
        return value


def plain(hint):
    """A type without the mark of inputs, outputs and unordered lists."""
    while typing.get_origin(hint) is typing.Annotated:
        hint = hint.__origin__
    return hint


def is_atom(hint):
    return isinstance(hint, type) and hasattr(hint, "as_") and hint.__name__ != "Atom"


def record_fields(hint):
    """The fields of a record and their types, or None."""
    if not isinstance(hint, type) or not (dataclasses.is_dataclass(hint) or hasattr(hint, "_fields")):
        return None
    return typing.get_type_hints(hint)


def with_field(record, field, value):
    fields = {name: getattr(record, name) for name in record_fields(type(record))}
    return type(record)(**{**fields, field: value})
