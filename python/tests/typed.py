"""A program that uses the package. It is only checked by type checkers."""

from __future__ import annotations

from collections.abc import Iterable

import fewest


def describe(outcome: fewest.Outcome[str, str]) -> str:
    match outcome:
        case fewest.Solved(moves):
            return " ".join(moves)
        case fewest.Unsolvable(proof):
            return proof
        case fewest.Stopped(lower_bound, reason):
            return f"{lower_bound} {reason}"


def length(board: fewest.Board) -> int:
    outcome = board.solve(time="30s", memory="4GiB").raise_if_stopped()
    if isinstance(outcome, fewest.Solved):
        return len(outcome)
    return 0


class Doubling(fewest.Puzzle[int, str]):
    def moves(self, state: int) -> Iterable[str]:
        return "double", "add"

    def apply(self, state: int, move: str) -> int:
        return 2 * state if move == "double" else state + 1

    def is_goal(self, state: int) -> bool:
        return state == 10


def told(progress: fewest.Progress) -> None:
    print(progress.expanded, progress.lower_bound)


def use() -> None:
    puzzle: fewest.NativePuzzle = fewest.puzzle("flip", goal="white")
    board = puzzle.board("bw\nwb")
    print(describe(board.solve(progress=told)), length(board))
    outcomes: list[fewest.Outcome[str, str]] = fewest.solve_all([board, board])
    print([describe(outcome) for outcome in outcomes])
    solved = Doubling().solve(1)
    if isinstance(solved, fewest.Solved):
        states: tuple[int, ...] = solved.positions
        moves: tuple[str, ...] = solved.moves
        print(states, moves, solved.count())
    census: fewest.Census = puzzle.census("2x2")
    boards: list[fewest.Board] = census.hardest(3)
    print(boards, board.check(["r1c1"]).verdict)
    picture: fewest.Picture = census.plot()
    print(picture.svg, board.strip("r1c1").png(), len(census.array))
    table: fewest.DistanceTable = puzzle.distances("2x2")
    print(table[0], table.array.dtype, board.graph(max_states=100).number_of_nodes())
