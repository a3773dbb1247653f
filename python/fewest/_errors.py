"""The exceptions of the package. Wrong options are plain ``ValueError`` or ``TypeError``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fault(NamedTuple):
    """A fault in a text."""

    message: str
    """What is wrong, as a lower-case sentence without a full stop."""
    label: str
    """What was expected at this place."""
    line: int
    """The number of the line in the text, from 1."""
    column: int
    """The number of the character in the line, from 1."""
    span: tuple[int, int]
    """The wrong part of the text: ``text[span[0]:span[1]]``."""
    help: str | None
    """How to fix the fault."""


class FewestError(Exception):
    """The base class of the exceptions of this package."""


class _TextError(FewestError, ValueError):
    def __init__(self, message: str, faults: Sequence[Fault | tuple[object, ...]] = ()) -> None:
        super().__init__(message, tuple(Fault._make(fault) for fault in faults))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """All faults in the text, in the order of their places."""
        faults: tuple[Fault, ...] = self.args[1]
        return faults

    def __str__(self) -> str:
        return str(self.args[0])


class BoardError(_TextError):
    """A text is not a board of the puzzle.

    ``str()`` quotes the text and marks the faulty places, as the command line does.

    >>> import fewest
    >>> try:
    ...     fewest.puzzle("flip").board("w b\\nb x")
    ... except fewest.BoardError as error:
    ...     fault = error.faults[0]
    ...     print(fault.line, fault.column, fault.label)
    2 3 expected w or b
    """


class PuzzleError(_TextError):
    """A text does not describe a puzzle.

    >>> import fewest
    >>> try:
    ...     fewest.parse("puzzle nothing")
    ... except fewest.PuzzleError as error:
    ...     print(len(error.faults) > 0)
    True
    """


class MovesError(_TextError):
    """A text names moves that the puzzle does not have."""


class UnsupportedError(FewestError, ValueError):
    """The board cannot be solved by the requested algorithm, or by any algorithm."""


class StoppedError(FewestError):
    """A limit was reached before there was an answer."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message, reason)

    @property
    def reason(self) -> str:
        """The limit that was reached: ``time``, ``memory``, ``states``, ``cancelled`` or
        ``capacity``."""
        return str(self.args[1])

    def __str__(self) -> str:
        return str(self.args[0])


class InternalError(FewestError):
    """A bug of this library: the rules, or another answer, refuted an answer.

    The answer is not returned. Please report the error and send its file.
    """

    def __init__(self, message: str, report: str, file: str | None) -> None:
        super().__init__(message, report, file)

    @property
    def report(self) -> str:
        """Everything that repeats the request: the version, the puzzle, the board, the method and
        the answer."""
        return str(self.args[1])

    @property
    def file(self) -> str | None:
        """The file that holds the report; ``None`` if it could not be written."""
        return None if self.args[2] is None else str(self.args[2])

    def __str__(self) -> str:
        return str(self.args[0])
