"""State graphs for networkx."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx


def digraph(name: str, found: dict[str, Any]) -> networkx.DiGraph[Any]:
    """Converts the JSON of a state graph."""
    try:
        import networkx
    except ImportError as error:
        raise ImportError("graphs need networkx: pip install networkx") from error
    graph: networkx.DiGraph[Any] = networkx.DiGraph(name=name, start=0)
    graph.add_nodes_from((node.pop("id"), node) for node in found["nodes"])
    for edge in found["edges"]:
        source, target, move, cost = edge["source"], edge["target"], edge["move"], edge.get("cost")
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
