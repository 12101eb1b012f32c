# correct
from graph_utils import DiGraph
import checks


def is_valid(edges, order):
    graph = DiGraph(edges)
    return (
        checks.same_vertices(graph, order)
        and checks.no_repeats(order)
        and checks.edges_forward(graph, order)
    )


if __name__ == "__main__":
    assert is_valid([(1, 2), (2, 3)], [1, 2, 3])
    assert not is_valid([(1, 2), (2, 3)], [1, 3, 2])
    print("all good")
