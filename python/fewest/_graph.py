"""State graphs for networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _fewest

if TYPE_CHECKING:
    import networkx


def state_graph(
    board: _fewest.Board, name: str, limits: _fewest.Limits, max_states: int
) -> networkx.DiGraph[Any]:
    try:
        import networkx
    except ImportError as error:
        raise ImportError("graphs need networkx: pip install networkx") from error
    states, edges, names = _fewest.state_graph(board, limits, max_states)
    graph: networkx.DiGraph[Any] = networkx.DiGraph(name=name, start=0)
    graph.add_nodes_from(
        (
            number,
            {"distance": distance, "to_goal": to_goal, "goal": goal, "position": position},
        )
        for number, (distance, to_goal, goal, position) in enumerate(states)
    )
    for source, target, at, cost in edges:
        move = names[at]
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
