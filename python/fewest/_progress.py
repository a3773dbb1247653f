"""Limits of a search, and its progress."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from importlib import import_module
from typing import Any, NamedTuple, Union

from . import _fewest


class Progress(NamedTuple):
    """The progress of a search, reported about ten times a second."""

    expanded: int
    """The number of states whose moves were tried."""
    generated: int
    """The number of states produced by moves, including duplicates."""
    peak_bytes: int
    """The most bytes held at once."""
    elapsed: float
    """The seconds since the search began."""
    lower_bound: int
    """Every solution has at least this many moves."""


Time = Union[float, str, None]
Memory = Union[int, str, None]
ProgressOption = Union[bool, Callable[[Progress], object], None]

_NO_LIMITS = _fewest.Limits()


def limited(
    time: Time = None,
    memory: Memory = None,
    states: int | None = None,
    threads: int | None = None,
    tell: Callable[..., object] | None = None,
) -> _fewest.Limits:
    given = (time, memory, states, threads, tell)
    if all(limit is None for limit in given):
        return _NO_LIMITS
    return _fewest.Limits(time, memory, states, threads, tell)


class _Bar:
    """A tqdm bar that is closed at the end."""

    def __init__(self, **options: Any) -> None:
        self._bar = import_module("tqdm.auto").tqdm(**options)

    def __enter__(self) -> _Bar:
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.close()

    def search(self, expanded: int, _g: int, _p: int, _e: float, lower_bound: int) -> None:
        self._bar.set_postfix_str(f"at least {lower_bound} moves", refresh=False)
        self._bar.update(expanded - self._bar.n)

    def boards(self, done: int) -> None:
        self._bar.update(done - self._bar.n)


def bar(total: int | None, unit: str) -> _Bar | None:
    """Makes a tqdm bar, if tqdm is installed."""
    try:
        return _Bar(total=total, unit=unit, unit_scale=total is None, leave=False)
    except ImportError:
        return None


Watcher = AbstractContextManager[Union[Callable[..., object], None]]


class _Search:
    def __init__(self) -> None:
        self._bar = bar(None, " states")

    def __enter__(self) -> Callable[..., object] | None:
        return self._bar.search if self._bar else None

    def __exit__(self, *_: object) -> None:
        if self._bar:
            self._bar.__exit__()


_NOTHING: Watcher = nullcontext(None)


def watching(progress: ProgressOption) -> Watcher:
    """The callback for ``progress``. It is called with the five numbers of :class:`Progress`."""
    if progress is None or progress is False:
        return _NOTHING
    if progress is True:
        return _Search()
    if not callable(progress):
        raise TypeError(f"progress must be True or callable, not {type(progress)}")
    callback = progress
    return nullcontext(lambda *figures: callback(Progress(*figures)))
