"""Writes a large class: the predicates of a folder, each many times, with different comments, blank lines and names.

    python3 benches/many_submissions.py FOLDER NUMBER OUT

No two files are the same, so each is graded. Variables of a predicate are renamed where that is safe: names that it
assigns itself, and that occur nowhere as an attribute, as a keyword or in a string.
"""

import ast
import pathlib
import random
import sys

REMARKS = ["first try", "works for the examples", "see the lecture", "todo: ask about this", "edge cases?", "final version"]


def assigned(tree: ast.AST) -> set[str]:
    """Names that can be changed without changing the predicate's behavior."""
    names, taken = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            taken.update(node.names)
        elif isinstance(node, (ast.arg, ast.keyword)) and node.arg:
            taken.add(node.arg)
        elif isinstance(node, ast.Attribute):
            taken.add(node.attr)
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            taken.add(node.name)
    return names - taken


class Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]):
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node


def varied(source: str, chance: random.Random, number: int) -> str:
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return f"# {chance.choice(REMARKS)} {number}\n{source}"
    names = {name: f"{name}{chance.choice(['', '_', '1', '2', '_list', '_x'])}" for name in sorted(assigned(tree))}
    lines = ast.unparse(Renaming(names).visit(tree)).splitlines()
    shown = [f"# Submission {number}."]
    for line in lines:
        if line.startswith("    ") and chance.random() < 0.15:
            shown.append(line[: len(line) - len(line.lstrip())] + f"# {chance.choice(REMARKS)}")
        shown.append(line)
    return "\n".join(shown) + "\n"


def main() -> None:
    folder, number, out = pathlib.Path(sys.argv[1]), int(sys.argv[2]), pathlib.Path(sys.argv[3])
    files = sorted(folder.glob("*.py"))
    out.mkdir(parents=True, exist_ok=True)
    chance = random.Random(7)
    for place in range(number):
        # A few errors are common, most are rare.
        file = files[int(len(files) * chance.random() ** 2)]
        text = varied(file.read_text(), chance, place + 1)
        (out / f"student_{place + 1:04}.py").write_text(text)


if __name__ == "__main__":
    main()
