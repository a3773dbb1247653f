"""State graphs for networkx."""

import sys

import networkx
import pytest

import fewest


def plain(board):
    """The same graph, by the obvious search."""
    numbers, boards, edges = {board: 0}, [board], {}
    for before in boards:
        for move in before.legal_moves():
            after = before.after(move)
            if after not in numbers:
                numbers[after] = len(boards)
                boards.append(after)
            edges.setdefault((numbers[before], numbers[after]), []).append(move)
    return boards, edges


@pytest.mark.parametrize(
    "board",
    [
        fewest.puzzle("tiles").board("1 2\n3 _"),
        fewest.puzzle("flip").board("bw\nww"),
        fewest.puzzle("wolf-goat-cabbage").start,
    ],
    ids=["tiles", "flip", "file"],
)
def test_the_graph_is_that_of_the_obvious_search(board):
    graph = board.graph()
    boards, edges = plain(board)
    assert list(graph) == list(range(len(boards)))
    assert {pair: list(graph.edges[pair]["moves"]) for pair in graph.edges} == edges
    assert all(graph.edges[pair]["move"] == moves[0] for pair, moves in edges.items())
    distances = networkx.single_source_shortest_path_length(graph, 0)
    assert distances == dict(graph.nodes(data="distance"))
    for number, node in graph.nodes(data=True):
        assert node["position"] == str(boards[number])
        outcome = boards[number].solve()
        expected = len(outcome) if isinstance(outcome, fewest.Solved) else None
        assert (node["to_goal"], node["goal"]) == (expected, expected == 0)


def test_costs_are_on_the_edges():
    graph = fewest.puzzle("torch").start.graph()
    assert all(cost is not None for _, _, cost in graph.edges(data="cost"))


def test_large_graphs_are_refused():
    board = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1")
    with pytest.raises(fewest.StoppedError, match="at least 1000 states") as stopped:
        board.graph(max_states=1000)
    assert stopped.value.reason == "states"
    with pytest.raises(fewest.StoppedError) as stopped:
        board.graph(max_states=10**9, time=0.01)
    assert stopped.value.reason == "time"
    with pytest.raises(ValueError):
        board.graph(max_states=-1)
    with pytest.raises(fewest.StoppedError):
        board.graph(max_states=0)


def test_networkx_is_optional(monkeypatch):
    monkeypatch.setitem(sys.modules, "networkx", None)
    with pytest.raises(ImportError, match="pip install networkx"):
        fewest.puzzle("tiles").board("1 2\n3 _").graph()
