"""What the annotations are at run time, and the messages for misuse of `Atom`."""

import typing
import unittest

from custodiet import Atom, Input, Output, Unordered


class Vertex(Atom, as_=(int, str)):
    """A name."""


def is_valid(edges: Input[Unordered[list[tuple[Vertex, Vertex]]]], order: Output["list[Vertex]"]) -> bool: ...


class Annotations(unittest.TestCase):
    def test_type_checkers_see_the_plain_type(self):
        hints = typing.get_type_hints(is_valid)
        self.assertEqual(hints["edges"], list[tuple[Vertex, Vertex]])
        self.assertEqual(hints["order"], list[Vertex])

    def test_the_marks_can_be_read(self):
        hints = typing.get_type_hints(is_valid, include_extras=True)
        self.assertEqual(hints["edges"].__metadata__, ("unordered", "input"))
        self.assertEqual(hints["order"].__metadata__, ("output",))

    def test_kinds_of_atoms(self):
        class Name(Atom):
            pass

        self.assertEqual(Vertex.as_, (int, str))
        self.assertEqual(Name.as_, (str,))

    def test_an_atom_is_not_a_value(self):
        with self.assertRaisesRegex(TypeError, "`Vertex` is only an annotation"):
            Vertex("a")

    def test_misuse_of_atoms(self):
        for kinds in (float, bool, (), (int, float), "str", [int, str]):
            with self.subTest(kinds=kinds), self.assertRaisesRegex(TypeError, "atom `Name`: `as_` must be"):
                type(Atom)("Name", (Atom,), {}, as_=kinds)
        with self.assertRaisesRegex(ValueError, "names a kind twice"):
            type(Atom)("Name", (Atom,), {}, as_=(int, int))
        with self.assertRaisesRegex(TypeError, "must derive from `Atom` alone"):
            type(Atom)("Name", (Vertex,), {})
        with self.assertRaisesRegex(TypeError, "must derive from `Atom` alone"):
            type(Atom)("Name", (Atom, dict), {})
