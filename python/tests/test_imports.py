"""The modules of the package do not import each other in circles."""

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import fewest

SOURCES = {path.stem: path for path in Path(fewest.__file__).parent.glob("_*.py")}


def imported(nodes: list[ast.stmt]) -> set[str]:
    """The modules of the package that statements import, also within functions."""
    found: set[str] = set()
    for node in (node for top in nodes for node in ast.walk(top)):
        if isinstance(node, ast.ImportFrom) and node.level == 1:
            found |= {node.module} if node.module else {name.name for name in node.names}
    return found & set(SOURCES)


def for_types_only(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


def test_no_module_imports_itself_through_others():
    graph = {}
    for name, path in SOURCES.items():
        body = ast.parse(path.read_text(encoding="utf-8")).body
        graph[name] = imported([node for node in body if not for_types_only(node)])
        # A board names its puzzle, and a puzzle makes boards: one of the two is only a type.
        assert imported([node for node in body if for_types_only(node)]) <= {"_native"}, name
    order = list(TopologicalSorter(graph).static_order())
    assert order[-1] == "__init__" and len(order) == len(SOURCES)
