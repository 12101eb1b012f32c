"""Pairs worked out by hand: which subproperties fail, or which preconditions reject the input.

The buckets of the three main problems are in `witnesses.py`; only the inputs they reject are here.
"""

import unittest
from collections.abc import Iterable

import problems
from pairs import parameters

from custodiet.declarations import declared_in


class Examples(unittest.TestCase):
    def fails(self, problem: str, expected: str, *values: object) -> None:
        """These subproperties fail on a pair, and no preconditions."""
        self.violated(problem, "", *values)
        self.assertEqual(failing(problem, "subproperties", values), expected.split())

    def violated(self, problem: str, expected: str, *values: object) -> None:
        """These preconditions fail on a pair."""
        self.assertEqual(failing(problem, "preconditions", values), expected.split())

    def test_main_problems(self):
        self.violated("toposort", "distinct_edges", [("a", "b"), ("a", "b")], [])
        self.violated("toposort", "acyclic", [("a", "b"), ("b", "c"), ("c", "a")], [])
        self.violated("toposort", "acyclic", [("a", "a")], [])
        self.violated("matcher", "as_many_candidates_as_companies", [[0]], [], set())
        self.violated("matcher", "companies_rank_all", [[0, 0], [0, 1]], [[0, 1], [1, 0]], set())
        self.violated("matcher", "companies_rank_all candidates_rank_all", [[1]], [[]], set())
        self.violated("matcher", "candidates_rank_all", [[0]], [[0, 0]], set())

    def test_dedupe(self):
        self.fails("dedupe", "last_seen_order", [*"aba"], [*"ab"])
        self.fails("dedupe", "first_seen_order", [*"aba"], [*"ba"])
        self.fails("dedupe", "no_repeats first_seen_order right_length last_seen_order", [*"ab"], [*"aba"])
        self.fails("dedupe", "no_repeats right_length", [*"a"], [*"aa"])
        self.fails("dedupe", "none_dropped no_repeats", [*"ab"], [*"aa"])
        self.fails("dedupe", "no_new none_dropped", [*"ab"], [*"ac"])

    def test_merge(self):
        self.fails("merge", "", [1, 3], [2], [1, 2, 3])
        self.fails("merge", "strictly_ascending", [1], [1], [1, 1])
        self.fails("merge", "none_lost same_length", [1], [1], [1])
        self.fails("merge", "none_lost none_added strictly_ascending", [1], [1, 2], [1, 2, 2])
        self.fails("merge", "none_lost none_added holds_both no_new", [1], [2], [1, 3])
        self.fails("merge", "ordered strictly_ascending", [1, 2], [0], [1, 2, 0])
        self.violated("merge", "left_sorted", [2, 1], [1], [])
        self.violated("merge", "right_sorted", [], [2, 1], [])

    def test_partition(self):
        split = problems.load("partition").Split
        self.fails("partition", "", [3, 1], 2, split([1], [3]))
        self.fails("partition", "after_is_larger", [2, 1], 2, split([1], [2]))
        self.fails("partition", "order_kept", [3, 4], 2, split([], [4, 3]))
        self.fails("partition", "before_is_smaller order_kept", [2], 2, split([2], []))
        self.fails("partition", "after_is_not_smaller after_is_larger order_kept", [1], 2, split([], [1]))
        self.fails("partition", "none_lost none_added order_kept", [3], 2, split([], [4]))
        self.fails("partition", "none_added same_length order_kept", [3], 2, split([], [3, 3]))

    def test_change(self):
        coins = frozenset({1, 3, 4})
        self.fails("change", "", coins, 6, {3: 2})
        self.fails("change", "fewest", coins, 6, {4: 1, 1: 2})
        self.fails("change", "fewest as_few_as_greedy", coins, 6, {1: 6})
        self.fails("change", "right_total", coins, 6, {3: 1})
        self.fails("change", "right_total not_too_much", coins, 6, {4: 2})
        self.fails("change", "known_coins", coins, 2, {2: 1})
        self.fails("change", "positive_counts", coins, 6, {3: 2, 1: 0})
        self.fails("change", "pays_if_possible", coins, 6, None)
        self.fails("change", "", frozenset({4}), 3, None)
        self.fails("change", "right_total", frozenset({4}), 3, {})
        self.fails("change", "", coins, 0, {})

    def test_bst(self):
        self.fails("bst", "", [2, 1], 3, [2, 1, 3])
        self.fails("bst", "one_more_node", [2, 1], 1, [2, 1])
        self.fails("bst", "in_order", [2, 1], 3, [2, 1, None, None, 3])
        self.fails("bst", "in_order children_in_order", [2, 1], 3, [2, 3, 1])
        self.fails("bst", "no_orphans", [2], 3, [None, 2, 3])
        self.fails("bst", "key_added one_more_node", [2, 1], 3, [2, 1])
        self.fails("bst", "none_dropped one_more_node", [2, 1], 3, [2, None, 3])
        self.fails("bst", "no_new one_more_node", [2], 3, [2, 1, 3])
        self.violated("bst", "tree_in_order", [1, 2], 3, [])
        self.violated("bst", "tree_attached", [None, 2], 3, [])

    def test_shortest_path(self):
        road = problems.load("shortest_path").Road
        roads = [road("a", "b", 3), road("a", "c", 1), road("c", "b", 1)]
        self.fails("shortest_path", "fewest_roads", roads, "a", "b", [*"acb"])
        self.fails("shortest_path", "shortest", roads, "a", "b", [*"ab"])
        self.fails("shortest_path", "follows_roads", roads, "b", "a", [*"ba"])
        self.fails("shortest_path", "", roads, "b", "a", None)
        self.fails("shortest_path", "found_if_possible", roads, "a", "a", None)
        self.fails("shortest_path", "", roads, "a", "a", ["a"])
        self.fails("shortest_path", "starts_at_start", roads, "a", "b", ["b"])
        self.fails("shortest_path", "ends_at_goal", roads, "a", "b", ["a"])
        self.fails("shortest_path", "starts_at_start ends_at_goal", roads, "a", "b", [])
        loop = [road("a", "a", 1)]
        self.fails("shortest_path", "shortest fewest_roads no_town_twice", loop, "a", "a", [*"aa"])
        self.violated("shortest_path", "one_road_at_most", [road("a", "b", 1), road("a", "b", 2)], "a", "b", None)

    def test_coloring(self):
        borders = [("a", "b"), ("b", "c")]
        self.fails("coloring", "all_differ", borders, 2, {"a": 0, "b": 1, "c": 0})
        self.fails("coloring", "given_colors few_colors", borders, 2, {"a": 0, "b": 1, "c": 2})
        self.fails("coloring", "given_colors all_differ", borders, 2, {"a": 0, "b": 2, "c": 0})
        self.fails("coloring", "neighbors_differ all_differ", borders, 2, {"a": 0, "b": 0, "c": 1})
        self.fails("coloring", "all_painted", borders, 2, {"a": 0, "b": 1})
        self.fails("coloring", "only_regions all_differ", borders, 2, {"a": 0, "b": 1, "c": 0, "d": 1})
        self.violated("coloring", "no_border_with_itself", [("a", "a")], 2, {})
        self.violated("coloring", "enough_colors", [("a", "b"), ("b", "c"), ("c", "a")], 2, {})

    def test_heap(self):
        self.fails("heap", "", [0, 1, 0, 2], 0, [0, 1, 2])
        self.fails("heap", "left_is_sorted", [0, 1, 0, 2], 0, [0, 2, 1])
        self.fails("heap", "left_is_heap left_is_sorted", [0, 1, 0, 2, 3], 0, [0, 3, 1, 2])
        self.fails("heap", "left_is_heap smallest_first left_is_sorted", [0, 1, 2], 0, [2, 1])
        self.fails("heap", "takes_smallest", [0, 1], 1, [0])
        self.fails("heap", "none_lost one_fewer", [0, 1], 0, [])
        self.fails("heap", "none_added one_fewer", [0], 0, [0])
        self.fails("heap", "none_lost none_added", [0, 1], 0, [2])
        self.violated("heap", "not_empty", [], 0, [])
        self.violated("heap", "input_is_heap", [1, 0], 0, [1])

    def test_linked_list(self):
        cell = problems.load("linked_list").Cell
        before = {"a": cell(1, "b"), "b": cell(2, None)}
        right = {"a": cell(1, None), "b": cell(2, "a")}
        self.fails("linked_list", "", before, "a", right, "b")
        self.fails("linked_list", "", {}, None, {}, None)
        self.fails("linked_list", "starts_at_last values_reversed", before, "a", right, "a")
        self.fails("linked_list", "ends_at_first", before, "a", {**right, "a": cell(1, "b")}, "b")
        self.fails("linked_list", "links_reversed values_reversed", before, "a", {**right, "b": cell(2, None)}, "b")
        swapped = {"a": cell(2, "b"), "b": cell(1, None)}
        self.fails("linked_list", "values_kept starts_at_last links_reversed ends_at_first", before, "a", swapped, "a")
        self.fails("linked_list", "no_new_cells as_many_cells", before, "a", {**right, "c": cell(1, None)}, "b")
        self.fails("linked_list", "no_lost_cells values_reversed as_many_cells", before, "a", {"b": cell(2, "a")}, "b")
        self.violated("linked_list", "list_ends", {"a": cell(1, "a")}, "a", {}, None)
        self.violated("linked_list", "list_ends", {"a": cell(1, "b")}, "a", {}, None)
        self.violated("linked_list", "no_other_cells", before, "b", {}, None)

    def test_spanning_tree(self):
        road = problems.load("spanning_tree").Road
        ab, bc, ac, cd = road("a", "b", 0), road("b", "c", 1), road("a", "c", 2), road("c", "d", 1)
        roads = [ab, bc, ac, cd]
        self.fails("spanning_tree", "", roads, [ab, bc, cd])
        self.fails("spanning_tree", "cheapest cheapest_roads", roads, [ab, ac, cd])
        self.fails("spanning_tree", "connected right_number touches_all", roads, [ab, bc])
        self.fails("spanning_tree", "connected right_number", roads, [ab, cd])
        self.fails("spanning_tree", "no_cycle cheapest right_number", roads, roads)
        self.fails("spanning_tree", "only_roads", roads, [ab, bc, road("a", "d", 1)])
        self.fails("spanning_tree", "only_roads right_number cheapest_roads", [ab], [ab, road("a", "x", 0)])
        self.violated("spanning_tree", "some_roads", [], [])
        self.violated("spanning_tree", "different_ends", [road("a", "a", 1)], [])
        self.violated("spanning_tree", "one_road_at_most", [ab, road("b", "a", 1)], [])
        self.violated("spanning_tree", "network_is_connected", [ab, cd], [])

    def test_intervals(self):
        interval = problems.load("intervals").Interval
        long, first, second = interval(0, 4), interval(0, 1), interval(2, 4)
        requests = {long, first, second}
        self.fails("intervals", "", requests, [second, first])
        self.fails("intervals", "as_many_as_possible", requests, [long])
        self.fails("intervals", "as_many_as_possible nothing_to_add", requests, [first])
        self.fails("intervals", "no_overlap neighbors_apart", requests, [long, first])
        self.fails("intervals", "no_overlap", requests, [first, second, first])
        self.fails("intervals", "requested", requests, [first, interval(3, 4)])
        self.fails("intervals", "never_touching", {first, interval(1, 2)}, [first, interval(1, 2)])
        self.violated("intervals", "proper", {interval(1, 1)}, [])

    def test_brackets(self):
        self.fails("brackets", "", [*"([])"], {(0, 3), (1, 2)})
        self.fails("brackets", "nested same_depth", [*"(())"], {(0, 2), (1, 3)})
        self.fails("brackets", "same_kind", [*"()"], {(1, 0)})
        self.fails("brackets", "same_kind same_depth", [*"(())"], {(0, 1), (2, 3)})
        self.fails("brackets", "all_matched half_as_many", [*"()()"], {(0, 1)})
        self.fails("brackets", "in_range half_as_many", [*"()"], {(0, 1), (5, 6)})
        self.fails("brackets", "none_matched_twice half_as_many", [*"()()"], {(0, 1), (2, 3), (0, 3)})
        self.violated("brackets", "balanced", [*"([)]"], set())
        self.violated("brackets", "balanced", [*"("], set())
        self.violated("brackets", "balanced", [*")"], set())

    def test_rle(self):
        run = problems.load("rle").Run
        self.fails("rle", "", [*"aab"], [run("a", 2), run("b", 1)])
        self.fails("rle", "neighbors_differ same_sequence", [*"aa"], [run("a", 1), run("a", 1)])
        self.fails("rle", "positive_lengths same_sequence", [*"a"], [run("b", 0), run("a", 1)])
        self.fails("rle", "decodes_back same_totals", [*"aab"], [run("a", 1), run("b", 2)])
        self.fails("rle", "decodes_back same_sequence", [*"ab"], [run("b", 1), run("a", 1)])
        self.fails("rle", "decodes_back same_length same_totals", [*"ab"], [run("a", 1), run("b", 2)])
        self.fails("rle", "decodes_back same_sequence same_totals", [*"ab"], [run("a", 2)])

    def test_bfs_levels(self):
        chain, shortcut = [("a", "b"), ("b", "c")], [("a", "b"), ("b", "c"), ("a", "c")]
        self.fails("bfs_levels", "", chain, "a", [{"a"}, {"b"}, {"c"}])
        self.fails("bfs_levels", "all_edges_one_level_on", shortcut, "a", [{"a"}, {"b", "c"}])
        self.fails("bfs_levels", "none_late all_edges_one_level_on", shortcut, "a", [{"a"}, {"b"}, {"c"}])
        self.fails("bfs_levels", "one_step_on all_edges_one_level_on", chain, "a", [{"a"}, {"b", "c"}])
        self.fails("bfs_levels", "one_step_on only_reachable", chain, "a", [{"a"}, {"b"}, {"c"}, {"d"}])
        self.fails("bfs_levels", "none_missed all_edges_one_level_on", chain, "a", [{"a"}, {"b"}])
        self.fails("bfs_levels", "no_empty_level", chain, "c", [{"c"}, set()])
        there_and_back = [("a", "b"), ("b", "a")]
        self.fails("bfs_levels", "all_edges_one_level_on", there_and_back, "a", [{"a"}, {"b"}])
        self.fails("bfs_levels", "no_repeats all_edges_one_level_on", there_and_back, "a", [{"a"}, {"b"}, {"a"}])
        self.fails("bfs_levels", "starts_at_start", [], "a", [])

    def test_two_sum(self):
        self.fails("two_sum", "", [1, 2], 3, (0, 1))
        self.fails("two_sum", "smaller_position_first", [1, 2], 3, (1, 0))
        self.fails("two_sum", "different_numbers", [1, 1], 2, (0, 1))
        self.fails("two_sum", "different_positions different_numbers smaller_position_first", [1, 1], 2, (0, 0))
        self.fails("two_sum", "in_range", [1, 2], 3, (-2, 1))
        self.fails("two_sum", "in_range adds_up python_finds_them", [1, 2], 3, (0, 2))
        self.fails("two_sum", "adds_up", [1, 2, 4], 3, (0, 2))
        self.fails("two_sum", "found_if_possible", [1, 2], 3, None)
        self.fails("two_sum", "", [1, 2], 4, None)

    def test_top_k(self):
        self.fails("top_k", "", [*"aab"], 2, [*"ab"])
        self.fails("top_k", "no_ties", [*"ab"], 2, [*"ba"])
        self.fails("top_k", "exactly_k", [*"aab"], 3, [*"ab"])
        self.fails("top_k", "right_length exactly_k", [*"aab"], 2, ["a"])
        self.fails("top_k", "in_order no_ties", [*"aab"], 2, [*"ba"])
        self.fails("top_k", "most_frequent", [*"aab"], 1, ["b"])
        self.fails("top_k", "no_new", [*"aab"], 1, ["c"])
        self.fails("top_k", "no_repeats no_ties", [*"aab"], 2, [*"aa"])

    def test_components(self):
        roads = [("a", "b"), ("b", "c"), ("d", "e")]
        right = {frozenset("abc"), frozenset("de")}
        self.fails("components", "directly_connected", roads, right)
        self.fails("components", "", roads[2:], {frozenset("de")})
        self.fails("components", "closed right_number", roads, {frozenset("ab"), frozenset("c"), frozenset("de")})
        self.fails("components", "closed right_number", roads[:2], {frozenset("ab"), frozenset("bc")})
        self.fails("components", "connected right_number directly_connected", roads, {frozenset("abcde")})
        self.fails("components", "closed connected directly_connected", roads, {frozenset("abd"), frozenset("ce")})
        self.fails("components", "none_empty right_number directly_connected", roads, right | {frozenset()})
        self.fails("components", "no_new right_number directly_connected", roads, right | {frozenset("f")})
        self.fails("components", "none_dropped right_number", roads, {frozenset("de")})

    def test_latin_square(self):
        clues = [[1, None], [None, None]]
        self.fails("latin_square", "", clues, [[1, 2], [2, 1]])
        self.fails("latin_square", "clues_kept", clues, [[2, 1], [1, 2]])
        self.fails("latin_square", "columns_differ right_sums", clues, [[1, 2], [1, 2]])
        self.fails("latin_square", "rows_differ right_sums", clues, [[1, 1], [2, 2]])
        self.fails("latin_square", "digits_in_range right_sums", clues, [[1, 3], [2, 1]])
        self.fails("latin_square", "right_shape right_sums", clues, [[1, 2]])
        self.fails("latin_square", "rows_differ columns_differ", [[None] * 3] * 3, [[2] * 3] * 3)
        self.fails("latin_square", "", [], [])
        self.violated("latin_square", "square", [[1, None]], [])


def failing(problem: str, kind: str, values: Iterable[object]) -> list[str]:
    module = problems.load(problem)
    pair = dict(zip(parameters(module.is_valid), values, strict=True))
    functions = {name: each.function for name, each in getattr(declared_in(module), kind).items()}
    return [name for name, each in functions.items() if not each(*[pair[known] for known in parameters(each)])]
