"""Figures: well-formed, one panel per problem, every value in its place, reproducible."""

import unittest
import xml.etree.ElementTree as ElementTree

import helpers  # noqa: F401  (first: it puts the study on the path)

import figures

SVG = "{http://www.w3.org/2000/svg}"
PROBLEMS = ["one", "two", "three", "four"]


def caught() -> str:
    points = [(count, 0.7 + 0.05 * i) for i, count in enumerate((1, 3, 10, 30))]
    lines = [figures.Line(method, points) for method in figures.STYLES]
    return figures.shares("Share caught", {name: lines for name in PROBLEMS}, 0.8)


def times() -> str:
    spent = {"ensemble": [0.001, 0.02, 3.0], "hypothesis": [5.0, 20_000.0]}
    return figures.times("Seconds", {name: spent for name in PROBLEMS})


class Figures(unittest.TestCase):
    def panels(self, text: str) -> list[ElementTree.Element]:
        return ElementTree.fromstring(text).findall(f"{SVG}g")

    def test_one_panel_for_each_problem(self):
        for drawn in (caught(), times()):
            panels = self.panels(drawn)
            self.assertEqual([panel.find(f"{SVG}text").text for panel in panels], PROBLEMS)
            places = {panel.get("transform") for panel in panels}
            self.assertEqual(len(places), len(PROBLEMS), "panels on top of each other")

    def test_the_same_bytes_again(self):
        self.assertEqual(caught(), caught())
        self.assertEqual(times(), times())

    def test_the_title_and_all_methods_are_readable(self):
        root = ElementTree.fromstring(caught())
        self.assertEqual(root.get("aria-label"), "Share caught")
        words = [each.text for each in root.findall(f"{SVG}text")]
        self.assertEqual(words[0], "Share caught")
        for method in figures.STYLES:
            self.assertIn(method, words)

    def test_every_method_has_its_own_color_and_mark(self):
        self.assertEqual(len(set(figures.STYLES.values())), len(figures.STYLES))
        self.assertEqual(len({kind for _, kind in figures.STYLES.values()}), len(figures.STYLES))

    def test_points_are_where_the_values_are(self):
        lines = [figures.Line("ensemble", [(1, 0.5), (3, 0.8), (30, 1.0)])]
        (panel,) = self.panels(figures.shares("", {"one": lines}, 0.8))
        line = panel.find(f"{SVG}polyline").get("points")
        points = [tuple(map(float, point.split(","))) for point in line.split()]
        top, bottom = figures.TOP, figures.HEIGHT - figures.BOTTOM
        self.assertEqual([y for _, y in points], [bottom, bottom, top], "0.5 is drawn at the edge, 1 at the top")
        self.assertEqual([x for x, _ in points], sorted(x for x, _ in points))
        self.assertEqual(points[0][0], figures.LEFT + 10)
        self.assertEqual(points[-1][0], figures.WIDTH - figures.RIGHT - 10)
        self.assertEqual(len(panel.findall(f"{SVG}circle")), 3)

    def test_every_bucket_has_a_mark_inside_its_panel(self):
        (panel, *_) = self.panels(times())
        marks = panel.findall(f"{SVG}circle")
        self.assertEqual(len(marks), 3)
        self.assertEqual(len(panel.findall(f"{SVG}path")), 2)
        for each in marks:
            self.assertTrue(figures.TOP <= float(each.get("cy")) <= figures.HEIGHT - figures.BOTTOM)
            self.assertTrue(figures.LEFT <= float(each.get("cx")) <= figures.WIDTH - figures.RIGHT)
        heights = [float(each.get("cy")) for each in marks]
        self.assertEqual(heights, sorted(heights, reverse=True), "more seconds are higher up")

    def test_a_problem_without_values(self):
        self.assertEqual(len(self.panels(figures.times("", {"one": {"ensemble": []}, "two": {"ensemble": [1.0]}}))), 2)
        self.assertEqual(len(self.panels(figures.shares("", {"one": [figures.Line("solver", [])]}, 0.5))), 1)


if __name__ == "__main__":
    unittest.main()
