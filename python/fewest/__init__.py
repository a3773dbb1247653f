"""Finds the fewest moves of a puzzle and proves that no solution has fewer.

>>> import fewest
>>> board = fewest.puzzle("flip").board("bwwb bbwb bwwb bwww")
>>> match board.solve():
...     case fewest.Solved(moves):
...         print(len(moves), "moves:", *moves)
...     case fewest.Unsolvable(proof):
...         print("no solution:", proof)
...     case fewest.Stopped(lower_bound):
...         print("at least", lower_bound, "moves")
4 moves: r1c1 r1c2 r2c2 r4c3

Puzzles are built in (:func:`puzzle`), read from files (:func:`open`, :func:`parse`) or written in
Python (:class:`Puzzle`, :func:`solve`).
"""

from ._boards import Board, solve_all
from ._errors import (
    BoardError,
    Fault,
    FewestError,
    InternalError,
    MovesError,
    PuzzleError,
    StoppedError,
    UnsupportedError,
)
from ._fewest import __version__
from ._native import NativePuzzle, built_in, library, open, parse, puzzle
from ._outcomes import Outcome, Solved, Statistics, Stopped, Unsolvable
from ._pictures import Picture
from ._progress import Progress
from ._python import Puzzle, solve
from ._results import (
    Approximation,
    Check,
    Comparison,
    ComparisonRow,
    Difficulty,
    Explanation,
    Hint,
    HintChange,
    NearSolutions,
)
from ._spaces import Census, MadeBoards
from ._tables import DistanceTable

__all__ = [
    "Approximation",
    "Board",
    "BoardError",
    "Census",
    "Check",
    "Comparison",
    "ComparisonRow",
    "Difficulty",
    "DistanceTable",
    "Explanation",
    "Fault",
    "FewestError",
    "Hint",
    "HintChange",
    "InternalError",
    "MadeBoards",
    "MovesError",
    "NativePuzzle",
    "NearSolutions",
    "Outcome",
    "Picture",
    "Progress",
    "Puzzle",
    "PuzzleError",
    "Solved",
    "Statistics",
    "Stopped",
    "StoppedError",
    "Unsolvable",
    "UnsupportedError",
    "__version__",
    "built_in",
    "library",
    "open",
    "parse",
    "puzzle",
    "solve",
    "solve_all",
]

# What users meet in help, messages and tracebacks are the public names.
for _name in __all__:
    _public = globals()[_name]
    if getattr(_public, "__module__", "").startswith("fewest."):
        _public.__module__ = "fewest"
del _name, _public
