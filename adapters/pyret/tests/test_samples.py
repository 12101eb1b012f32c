"""The bundled samples do what their README says.

    CUSTODIET_PYRET=FOLDER python3 -m unittest discover -s adapters/pyret/tests
"""

import unittest

import samples
from case import Case


class Samples(Case):
    def outcomes(self, name, text):
        pairs = samples.pairs(name)
        answers = self.answers(text, *(pair for pair, _ in pairs), parameters=["x"] * len(pairs[0][0]), records=samples.RECORDS[name])
        return [(fails, answer.get("answer")) for (_, fails), answer in zip(pairs, answers)]

    def check(self, name):
        folder = samples.ROOT / "submissions" / name
        files = sorted(folder.glob("*.arr"))
        table = samples.table(name)
        self.assertEqual(sorted(table), [file.name for file in files])
        for file in files:
            with self.subTest(file.name):
                text = file.read_text()
                outcomes = self.outcomes(name, text)
                missed = set().union(*(fails for fails, accepted in outcomes if accepted))
                self.assertEqual(samples.shown(missed), table[file.name])
                strict = any(accepted is not True for fails, accepted in outcomes if not fails)
                raises = any(accepted is None for _, accepted in outcomes)
                first = text.splitlines()[0]
                self.assertTrue(first.startswith("# "))
                self.assertEqual(first.startswith("# Right"), not (missed or strict or raises))
                self.assertEqual("Too strict" in first, strict and not raises)
                self.assertEqual("raises" in first, raises)

    def test_sortacle(self):
        self.check("sortacle")

    def test_matcher(self):
        self.check("matcher")


if __name__ == "__main__":
    unittest.main()
