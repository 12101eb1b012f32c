"""Declarations of a problem file are recorded, and misuse is an error on import."""

import importlib
import sys
import tempfile
import textwrap
import types
import unittest
from pathlib import Path

import custodiet
from custodiet import error_subproperty, precondition, subproperty
from custodiet.declarations import declared_in


def run(source: str) -> types.ModuleType:
    """A module with this text, as if it had been imported from a file."""
    module = types.ModuleType("problem")
    module.__file__ = "problem.py"
    exec("from custodiet import *\n" + textwrap.dedent(source), vars(module))
    return module


class Declaring(unittest.TestCase):
    def test_everything_is_recorded_in_order(self):
        module = run(
            """
            scope(Vertex=5, edges=(3, 2), Id=range(-1, 4))
            scope.large(Vertex=9, Id=range(-2, 9))
            group("BOTH", ["second", "first"])
            draw(edges="graph")

            @precondition
            def sensible(edges): return True

            @subproperty(hint="Why?")
            def second(edges): return True

            @subproperty
            def first(edges): return True

            @error_subproperty(instead_of=["first"], stricter_than=["second"], hint="Really?")
            def wrong(edges): return True
            """
        )
        declared = declared_in(module)
        self.assertEqual(declared.scope, {"Vertex": 5, "edges": (3, 2), "Id": range(-1, 4)})
        self.assertEqual(declared.large_scope, {"Vertex": 9, "Id": range(-2, 9)})
        self.assertEqual(declared.groups, {"BOTH": ("second", "first")})
        self.assertEqual(declared.pictures, {"edges": "graph"})
        self.assertEqual(list(declared.preconditions), ["sensible"])
        self.assertEqual(list(declared.subproperties), ["second", "first", "wrong"])
        self.assertEqual([s.required for s in declared.subproperties.values()], [True, True, False])
        self.assertEqual([s.hint for s in declared.subproperties.values()], ["Why?", None, "Really?"])
        self.assertEqual(declared.subproperties["wrong"].instead_of, ("first",))
        self.assertEqual(declared.subproperties["wrong"].stricter_than, ("second",))
        self.assertIs(declared.subproperties["first"].function, module.first)

    def test_a_decorated_function_is_the_function_itself(self):
        for decorate in (precondition, subproperty, error_subproperty, subproperty(hint="Why?"), precondition()):
            namespace = {"__name__": "scratch"}
            exec("def holds(x): return x > 1", namespace)
            function = namespace["holds"]
            before = dict(vars(function))
            self.assertIs(decorate(function), function)
            self.assertEqual(vars(function), before)

    def test_modules_do_not_see_each_other(self):
        one = run("scope(A=1)")
        other = run("scope(A=2)")
        self.assertEqual(declared_in(other).scope, {"A": 2})
        self.assertIsNone(declared_in(one).large_scope)

    def test_a_reloaded_file_starts_with_no_declarations(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "reloaded_problem.py")
            path.write_text("from custodiet import *\nscope(A=1)\n@subproperty\ndef first(a): return True\n")
            sys.path.insert(0, folder)
            try:
                module = importlib.import_module("reloaded_problem")
                path.write_text("from custodiet import *\n\nscope(A=22)\n@subproperty\ndef second(a): return True\n")
                importlib.invalidate_caches()
                importlib.reload(module)
            finally:
                sys.path.remove(folder)
                del sys.modules["reloaded_problem"]
        self.assertEqual(declared_in(module).scope, {"A": 22})
        self.assertEqual(list(declared_in(module).subproperties), ["second"])

    def test_all_names_are_exported(self):
        for name in custodiet.__all__:
            self.assertTrue(hasattr(custodiet, name), name)


class Misuse(unittest.TestCase):
    def check(self, error: type[Exception], message: str, source: str) -> None:
        with self.subTest(source=source), self.assertRaises(error) as caught:
            run(source)
        self.assertIn(message, str(caught.exception))

    def test_scope(self):
        kind = "a bound must be an integer, a `range` or a tuple of integers"
        self.check(TypeError, "strings are bounded by an alphabet and a length", "scope(Vertex='5')")
        for bound in ("5.0", "True", "None", "[3, 3]", "()", "(3, '3')", "(3, range(2))"):
            self.check(TypeError, kind, f"scope(Vertex={bound})")
        self.check(TypeError, "`scope(Vertex='5')`", "scope(Vertex='5')")
        self.check(ValueError, "`scope(Vertex=-1)`: a bound cannot be negative", "scope(Vertex=-1)")
        self.check(ValueError, "a bound cannot be negative", "scope.large(edges=(3, -1))")
        self.check(ValueError, "the range is empty", "scope(Id=range(0))")
        self.check(ValueError, "a range cannot have a step", "scope(Id=range(0, 9, 2))")
        self.check(TypeError, "`scope.large` needs at least one bound", "scope.large()")
        self.check(ValueError, "`scope` is declared twice", "scope(A=1)\nscope(B=1)")
        self.check(ValueError, "`scope.large` is declared twice", "scope.large(A=1)\nscope.large(A=1)")

    def test_large_scope_contains_the_small_one(self):
        self.check(ValueError, "`B` has no bound in `scope`", "scope(A=1)\nscope.large(B=1)")
        wrong = [("2", "1"), ("(2, 3)", "(3, 2)"), ("range(3)", "range(1, 4)"), ("2", "range(3)"), ("2", "(2,)")]
        for small, large in wrong:
            self.check(ValueError, "does not contain", f"scope(A={small})\nscope.large(A={large})")
            self.check(ValueError, "does not contain", f"scope.large(A={large})\nscope(A={small})")
        run("scope(A=2, B=(2, 3), C=range(3), D=1)\nscope.large(A=2, B=(2, 4), C=range(-1, 3))")

    def test_decorators(self):
        self.check(TypeError, "can only decorate a `def`", "@subproperty\nclass A: pass")
        self.check(TypeError, "can only decorate a `def`", "subproperty(lambda x: True)")
        self.check(TypeError, "pass the hint by name, `@subproperty(hint='?')`", "@subproperty('?')\ndef f(x): ...")
        self.check(TypeError, "the hint must be a string", "@precondition(hint=3)\ndef f(x): ...")
        self.check(TypeError, "the hint must be a string", "@precondition(hint='')\ndef f(x): ...")
        self.check(TypeError, "`f` must return a Boolean", "@subproperty\ndef f(x): yield True")
        self.check(TypeError, "`f` must return a Boolean", "@precondition\nasync def f(x): return True")
        self.check(TypeError, "`f` must name its parameters", "@subproperty\ndef f(*xs): return True")
        self.check(TypeError, "instead_of", "@subproperty(instead_of=['g'])\ndef f(x): ...")
        error = "@error_subproperty({})\ndef f(x): ..."
        self.check(TypeError, "`instead_of` takes a list of quoted names", error.format("instead_of='g'"))
        self.check(TypeError, "`stricter_than` takes a list of quoted names", error.format("stricter_than=[len]"))
        self.check(ValueError, "names a subproperty twice", error.format("instead_of=['g', 'g']"))

    def test_names_declared_twice(self):
        twice = "@subproperty\ndef f(x): return True\n@{}\ndef f(x): return True"
        for decorator in ("precondition", "subproperty", "error_subproperty"):
            self.check(ValueError, f"`@{decorator}`: `f` is declared twice", twice.format(decorator))
        self.check(ValueError, "`group`: `G` is declared twice", "group('G', ['a'])\ngroup('G', ['b'])")

    def test_draw(self):
        self.check(TypeError, "`draw` needs at least one parameter", "draw()")
        self.check(ValueError, "`draw(edges='grph')`: a picture is one of 'graph'", "draw(edges='grph')")
        self.check(ValueError, "`draw`: `edges` is named twice", "draw(edges='row')\ndraw(edges='row')")

    def test_group(self):
        self.check(TypeError, "the name must be a string", "group(['a'], 'G')")
        self.check(TypeError, "`G` takes a list of quoted names", "group('G', 'ab')")
        self.check(ValueError, "`G` has no members", "group('G', [])")
        self.check(ValueError, "names a subproperty twice", "group('G', ['a', 'a'])")

    def test_interactive_declarations_can_be_repeated(self):
        namespace: dict[str, object] = {"__name__": "__main__"}
        for _ in range(2):
            exec("from custodiet import *\nscope(A=1)\n@subproperty\ndef f(x): return True", namespace)
