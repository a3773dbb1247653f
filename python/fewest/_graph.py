"""State graphs for networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _fewest

if TYPE_CHECKING:
    import networkx

    from ._boards import Board


def state_graph(
    board: Board, limits: _fewest.Limits, max_states: int
) -> networkx.DiGraph[Any]:
    try:
        import networkx
    except ImportError as error:
        raise ImportError("graphs need networkx: pip install networkx") from error
    states, edges, names = _fewest.state_graph(board._board, limits, max_states)
    graph: networkx.DiGraph[Any] = networkx.DiGraph(name=board.puzzle.name, start=0)
    graph.add_nodes_from(
        (
            number,
            {"distance": distance, "to_goal": to_goal, "goal": goal, "position": position},
        )
        for number, (distance, to_goal, goal, position) in enumerate(states)
    )
    for source, target, name, cost in edges:
        move = names[name]
        known = graph.get_edge_data(source, target)
        if known is None:
            graph.add_edge(source, target, move=move, moves=(move,))
            known = graph.edges[source, target]
            if cost is not None:
                known["cost"] = cost
        else:
            known["moves"] += (move,)
            if cost is not None and cost < known["cost"]:
                known.update(move=move, cost=cost)
    return graph
