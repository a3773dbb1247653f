"""Whatever is passed, only ordinary exceptions come back."""

import copy
import gc
import itertools
import pickle
import random
import threading

import pytest

import fewest
from fewest import _fewest

HUGE = [2**31, 2**63, 2**64, 2**200, 10**400, -1, -(2**200)]
ODD = [None, True, 0, 1.5, float("nan"), float("inf"), -1.0, "", "x", "\0", "\ud800", "💡" * 50,
       b"x", [], {}, (), object(), int, lambda *a: 1, *HUGE]
EXPECTED = (TypeError, ValueError, OverflowError, LookupError, OSError, fewest.FewestError)


def tried(call):
    try:
        return call()
    except EXPECTED:
        return None


@pytest.mark.parametrize("option", ["time", "memory", "states", "threads", "progress",
                                    "algorithm", "heuristic"])
def test_odd_options(option):
    board = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8")
    for value in ODD:
        outcome = tried(lambda: board.solve(**{option: value}))
        assert outcome is None or isinstance(outcome, (fewest.Solved, fewest.Stopped))
    assert len(board.solve(time=10**300, memory=2**200, states=2**200, threads=2**200)) == 2


@pytest.mark.parametrize("wrong", [float("nan"), -1, -0.001, "soon", "-3s", "nan"])
def test_wrong_times_are_value_errors(wrong):
    with pytest.raises(ValueError):
        fewest.puzzle("flip").board("bw\nwb").solve(time=wrong)


def test_odd_texts():
    for value in ODD:
        for name in fewest.built_in():
            puzzle = fewest.puzzle(name)
            tried(lambda: puzzle.board(value))
            tried(lambda: puzzle.boards(value))
            tried(lambda: puzzle.make(value, moves=3, states=10, time=0.01))
            tried(lambda: puzzle.census(value, states=10, time=0.01))
        tried(lambda: fewest.parse(value))
        tried(lambda: fewest.parse("puzzle x", value))
        tried(lambda: fewest.open(value) if not isinstance(value, (bool, int)) else None)
        tried(lambda: fewest.puzzle(value))
        for option in ("goal", "colours", "first", "heuristic", "cache"):
            tried(lambda: fewest.puzzle("flip", **{option: value}).board("bw\nwb"))


def test_odd_moves_and_numbers():
    board = fewest.puzzle("flip").board("bw\nwb")
    solved = board.solve()
    for value in ODD:
        tried(lambda: board.check(value))
        tried(lambda: board.after(value))
        tried(lambda: solved.all(limit=value))
        tried(lambda: board.approximate(weight=value))
        tried(lambda: board.approximate(beam=value, states=100))
        for option in ("moves", "count", "seed", "distinct"):
            given = {"moves": 2, option: value}
            tried(lambda: fewest.puzzle("tiles").make("2x2", states=100, **given))


def test_odd_tables_graphs_and_pictures():
    boards = [fewest.puzzle(name).board(example) for name, example in (
        ("tiles", "1 2 3 4 5 _"), ("flip", "bww\nwbw"), ("four-in-a-row", "BWBOWBWBBWBWWBWO"),
        ("wall-pusher", "+--+\n|@  \n+--+"))]
    table = boards[0].puzzle.distances("2x3")
    for value in ODD:
        for board in boards:
            tried(lambda: board.graph(max_states=value, time=0.01))
            tried(lambda: board.picture(value))
            tried(lambda: board.strip(value))
            tried(lambda: board.puzzle.distances(value, time=0.01))
            tried(lambda: board.best(value, time=0.01))
            tried(lambda: board.within(value, limit=value, time=0.01))
        tried(lambda: table[value])
        tried(lambda: table.board(value))
        tried(lambda: board.picture().png(value))
    # Boards of other puzzles and sizes have no rank.
    for board in [*boards[1:], fewest.puzzle("tiles").board("1 2\n3 _")]:
        with pytest.raises(ValueError):
            table.rank(board)


def results():
    board = fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8")
    tiles = board.puzzle
    yield from (board, tiles, board.solve(), board.check("RR"), board.check("UUU"))
    yield from (board.explain(), board.hint(), board.best(2), board.difficulty(), board.compare())
    yield from (board.solve(algorithm="bfs", states=1), board.after("RR").solve())
    yield from (tiles.board("1 2 3 4 5 6 8 7 _").solve(), tiles.census("2x3"))
    yield from (tiles.make("2x3", moves=20, count=2), tiles.distances("2x2"))
    yield from (board.picture("R"), board.strip("RR"), board.compare().plot())
    yield from (tiles.census("2x3").plot(), fewest.puzzle("hanoi"), fewest.puzzle("hanoi").start)
    hard = tiles.board("8 6 7 2 5 4 3 _ 1")
    yield hard.approximate(beam=3)


@pytest.mark.parametrize("result", list(results()), ids=lambda result: type(result).__name__)
def test_every_result_is_a_value(result):
    again = pickle.loads(pickle.dumps(result))
    assert again == result and hash(again) == hash(result)
    assert copy.copy(result) == result and copy.deepcopy(result) == result
    assert repr(again) == repr(result) and result != object()


def test_native_classes_cannot_be_made_or_changed():
    for kind in (_fewest.Board, _fewest.Answer, _fewest.Puzzle, _fewest.Space):
        with pytest.raises(TypeError):
            kind()
        with pytest.raises(TypeError):
            type("Sub", (kind,), {})
    for kind in (fewest.Board, fewest.NativePuzzle):
        with pytest.raises(TypeError):
            kind()
    board = fewest.puzzle("flip").board("bw\nwb")
    with pytest.raises(AttributeError):
        board.puzzle = None
    with pytest.raises(AttributeError):
        board.solve().moves = ()
    with pytest.raises(AttributeError):
        board._board.text = "x"


def test_random_calls_from_many_threads():
    puzzle = fewest.puzzle("tiles")
    boards = list(puzzle.make("3x3", moves=range(1, 15), count=20, seed=1))
    failures = []

    def work(seed):
        rng = random.Random(seed)
        try:
            for _ in range(40):
                board = rng.choice(boards)
                match rng.randrange(9):
                    case 0:
                        assert board.solve().count() >= 1
                    case 1:
                        assert pickle.loads(pickle.dumps(board)) == board
                    case 2:
                        assert copy.deepcopy(board.solve()) == board.solve()
                    case 3:
                        board.solve(states=rng.randrange(5), algorithm="bfs")
                    case 4:
                        assert len(fewest.solve_all(rng.sample(boards, 5))) == 5
                    case 5:
                        gc.collect()
                    case 6:
                        assert board.check(board.solve().moves)
                    case 7:
                        assert board.after(board.solve().moves).solve().moves == ()
                    case 8:
                        tried(lambda: puzzle.board(rng.choice(ODD)))
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_random_graphs_against_the_obvious_search():
    rng = random.Random(11)
    for _ in range(150):
        size = rng.randrange(1, 30)
        edges = [[rng.randrange(size) for _ in range(rng.randrange(4))] for _ in range(size)]
        goals = {rng.randrange(size) for _ in range(rng.randrange(3))}
        far = {0: 0}
        for layer in itertools.count():
            new = {t for s in far if far[s] == layer for t in edges[s]} - set(far)
            far.update(dict.fromkeys(new, layer + 1))
            if not new:
                break
        reached = [far[goal] for goal in goals if goal in far]
        outcome = fewest.solve(
            0,
            moves=lambda s: range(len(edges[s])),
            apply=lambda s, m: edges[s][m],
            goal=lambda s: s in goals,
            encode=(lambda s: s) if rng.random() < 0.5 else None,
            heuristic=(lambda s: 0 if s in goals else 1) if rng.random() < 0.5 else None,
            algorithm=None,
        )
        if reached:
            assert len(outcome) == min(reached)
            assert len(outcome.all(10**6)) == outcome.count()
        else:
            assert isinstance(outcome, fewest.Unsolvable)
