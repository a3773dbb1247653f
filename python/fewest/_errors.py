"""The exceptions of the package. Wrong options are plain ``ValueError`` or ``TypeError``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Fault(NamedTuple):
    """One error in a text."""

    message: str
    """The error, in one lower-case sentence without a full stop."""
    label: str
    """What was expected there."""
    line: int
    """The line of the text, from 1."""
    column: int
    """The character of the line, from 1."""
    span: tuple[int, int]
    """The wrong part of the text: ``text[span[0]:span[1]]``."""
    help: str | None
    """How to fix it."""


class FewestError(Exception):
    """The base of the exceptions of this package."""


class _TextError(FewestError, ValueError):
    def __init__(self, message: str, faults: Sequence[Fault | tuple[object, ...]] = ()) -> None:
        super().__init__(message, tuple(Fault._make(fault) for fault in faults))

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong in the text, in its order."""
        faults: tuple[Fault, ...] = self.args[1]
        return faults

    def __str__(self) -> str:
        return str(self.args[0])


class BoardError(_TextError):
    """A text is not a board of the puzzle.

    ``str()`` quotes the text and marks the places, as the command line does.

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
    """No algorithm, or not the one that was asked for, can solve the board."""


class StoppedError(FewestError):
    """A limit was reached before there was an answer."""

    def __init__(self, message: str, reason: str) -> None:
        super().__init__(message, reason)

    @property
    def reason(self) -> str:
        """The limit: ``time``, ``memory``, ``states``, ``cancelled`` or ``capacity``."""
        return str(self.args[1])

    def __str__(self) -> str:
        return str(self.args[0])
