"""Boards of native puzzles."""

import copy
import pickle

import pytest

import fewest

FLIP = "bwwb bbwb bwwb bwww"
TILES = "8 6 7 2 5 4 3 _ 1"
UNSOLVABLE = "1 2 3 4 5 6 8 7 _"


@pytest.fixture(scope="module")
def flip():
    return fewest.puzzle("flip").board(FLIP)


@pytest.fixture(scope="module")
def tiles():
    return fewest.puzzle("tiles").board(TILES)


def test_a_solution_has_moves_positions_and_counts(flip):
    solved = flip.solve(time=30, memory="4GiB")
    assert isinstance(solved, fewest.Solved)
    assert solved.moves == ("r1c1", "r1c2", "r2c2", "r4c3")
    assert list(solved) == list(solved.moves) and len(solved) == 4
    assert len(solved.positions) == 5
    assert solved.positions[0] == str(flip)
    assert flip.after(solved.moves) == fewest.puzzle("flip").board(solved.positions[-1])
    assert solved.count() == 2
    assert len(solved.all(limit=100)) == 2 and solved.all(limit=100)[0] == solved.moves
    assert solved.all(limit=1) == [solved.moves] and solved.all(limit=0) == []
    assert solved.statistics.elapsed >= 0
    assert solved.raise_if_stopped() is solved


def test_outcomes_match():
    board = fewest.puzzle("tiles").board(UNSOLVABLE)
    match board.solve():
        case fewest.Unsolvable(proof):
            assert proof
        case other:
            pytest.fail(f"{other}")
    match fewest.puzzle("tiles").board(TILES).solve(algorithm="bfs", states=100):
        case fewest.Stopped(lower_bound, "states") as stopped:
            assert 0 < lower_bound <= 31
            with pytest.raises(fewest.StoppedError) as error:
                stopped.raise_if_stopped()
            assert error.value.reason == "states"
        case other:
            pytest.fail(f"{other}")
    assert not board.solve() and board.solve().count() == 0 and board.solve().all() == []


def test_no_moves_is_still_a_solution():
    solved = fewest.puzzle("tiles").board("1 2 3 4 5 6 7 8 _").solve()
    assert solved and len(solved) == 0 and solved.count() == 1


def test_every_algorithm_finds_the_same_length(tiles):
    comparison = tiles.compare(time=60)
    assert comparison.agree and len(comparison) == len(comparison.rows) > 2
    lengths = {len(row.outcome) for row in comparison if row.outcome}
    assert lengths == {31}


def test_a_solution_for_less_work(tiles):
    found = tiles.approximate(weight=3)
    if isinstance(found, fewest.Approximation):
        assert found.lower_bound <= 31 <= len(found) <= 3 * 31
    else:
        assert len(found) == 31
    for wrong in ({}, {"weight": 2, "beam": 3}, {"weight": 0.5}, {"weight": 1.001}, {"beam": 0}):
        with pytest.raises(ValueError):
            tiles.approximate(**wrong)


def test_moves_are_checked(flip):
    solution = ["r1c1", "r1c2", "r2c2", "r4c3"]
    check = flip.check(solution)
    assert check and check.verdict == "shortest" and check.length == 4
    assert flip.check(solution + ["r1c1", "r1c1"]).verdict == "too long"
    assert flip.check("r1c1").verdict == "no goal"
    with pytest.raises(fewest.MovesError) as error:
        flip.check("r1c1 nonsense")
    assert error.value.faults[0].column == 6
    corner = fewest.puzzle("tiles").board("1 2 3 4 5 6 7 8 _")
    check = corner.check("LD")
    assert check.verdict == "illegal" and check.illegal == (2, "D")
    with pytest.raises(ValueError):
        corner.after("LD")


def test_explanations_and_difficulty(flip, tiles):
    assert str(flip.explain())
    assert tiles.difficulty().length == 31
    assert fewest.puzzle("tiles").board(UNSOLVABLE).difficulty() is None


@pytest.mark.parametrize("name", fewest.built_in())
def test_boards_are_values(name):
    puzzle = fewest.puzzle(name)
    board = puzzle.boards(puzzle.example)[0]
    again = puzzle.boards(puzzle.example)[0]
    assert board == again and hash(board) == hash(again) and board is not again
    assert copy.copy(board) == board and copy.deepcopy(board) == board
    restored = pickle.loads(pickle.dumps(board))
    assert restored == board and str(restored) == str(board)
    if name != "graph":  # The drawing of a graph is a place, without the moves.
        assert puzzle.board(str(board)) == board
    assert board != str(board) and {board: 1}[again] == 1
    assert len(board.solve(time=60)) == len(restored.solve(time=60))


def test_outcomes_are_values(flip):
    solved = flip.solve()
    for same in (flip.solve(), copy.copy(solved), pickle.loads(pickle.dumps(solved))):
        assert same == solved and hash(same) == hash(solved) and same.count() == 2
    unsolvable = fewest.puzzle("tiles").board(UNSOLVABLE).solve()
    assert pickle.loads(pickle.dumps(unsolvable)) == unsolvable != solved
    stopped = fewest.puzzle("tiles").board(TILES).solve(algorithm="bfs", states=100)
    assert pickle.loads(pickle.dumps(stopped)) == stopped


def test_options_belong_to_the_puzzle():
    white = fewest.puzzle("flip", goal="white")
    assert white != fewest.puzzle("flip") and white == fewest.puzzle("flip", goal="white")
    assert white.board(FLIP) != fewest.puzzle("flip").board(FLIP)
    assert pickle.loads(pickle.dumps(white)) == white
    with pytest.raises(ValueError, match="tiles has no"):
        fewest.puzzle("tiles", colours=3).board(TILES)


def test_many_boards_keep_their_order():
    tiles = fewest.puzzle("tiles")
    boards = list(tiles.make("3x3", moves=range(5, 25), count=30, seed=3))
    alone = [len(board.solve()) for board in boards]
    for threads in (None, 1, 2, 1000):
        outcomes = fewest.solve_all(boards, threads=threads)
        assert [len(outcome) for outcome in outcomes] == alone
        assert [outcome.start for outcome in outcomes] == boards
    assert fewest.solve_all([]) == []
    assert all(
        isinstance(outcome, fewest.Stopped)
        for outcome in fewest.solve_all(boards, algorithm="bfs", states=1)
    )


def test_a_census_counts_every_board():
    census = fewest.puzzle("tiles").census("2x3")
    assert census.gods_number == 21 and census.positions == 720 and census.solvable == 360
    assert sum(census.histogram) == 360 and census.histogram[21] == 1
    assert [len(board.solve()) for board in census.hardest(5)] == [21]
    restored = pickle.loads(pickle.dumps(census))
    assert restored == census and restored.hardest() == census.hardest()
    stopped = fewest.puzzle("tiles").census("3x3", states=10)
    assert stopped.stopped == "states" and stopped.gods_number is None
    with pytest.raises(fewest.StoppedError):
        stopped.hardest()
    with pytest.raises(ValueError):
        fewest.puzzle("tiles").census("0x0")


def test_made_boards_have_the_length():
    made = fewest.puzzle("flip").make("4x4", moves=range(3, 5), count=4, seed=7)
    assert len(made) == 4 and {len(board.solve()) for board in made} <= {3, 4}
    assert made == fewest.puzzle("flip").make("4x4", moves=(3, 4), count=4, seed=7)
    assert made[0] == made[:1][0] == next(iter(made))
    for wrong in (range(0), [1, 3], -1, 2**40, range(0, 9, 2)):
        with pytest.raises(ValueError):
            fewest.puzzle("flip").make("4x4", moves=wrong)


def test_hints_and_legal_moves():
    board = fewest.puzzle("tiles").board("1 2 3 4 _ 6 7 5 8")
    assert board.legal_moves() == ["U", "L", "R", "D"]
    hint = board.hint()
    assert (hint.moves_left, hint.move) == (2, "D")
    assert hint.changes == (fewest.HintChange("piece", "5", 3, 2),)
    solved = board.after("DR").hint()
    assert (solved.moves_left, solved.move, solved.changes) == (0, None, None)
    impossible = fewest.puzzle("tiles").board("1 2 3 4 5 6 8 7 _").hint()
    assert isinstance(impossible.outcome, fewest.Unsolvable)
    assert impossible.moves_left is None
    hard = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1")
    assert isinstance(hard.hint(states=1).outcome, fewest.Stopped)


def test_near_solutions():
    board = fewest.puzzle("flip").board("bwwb bbwb bwwb bwww")
    near = board.within(2)
    assert near.counts[4] == board.solve().count() == 2
    assert len(near) == sum(near.counts.values())
    assert near.complete_up_to == 6 and near.stopped is None
    assert [len(moves) for moves in near] == sorted(len(moves) for moves in near)
    assert list(board.best(3)) == list(near)[:3]
    assert len(board.within(2, limit=1)) == 1
    assert set(board.within(2, distinct=True)) <= set(near)
    impossible = fewest.puzzle("flip").board("bwwb wwwb wwww wwww")
    if isinstance(impossible.solve(), fewest.Unsolvable):
        assert impossible.best(3).is_all and not impossible.best(3).counts
    stopped = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1").best(20, states=1)
    assert stopped.stopped == "states" and not stopped.is_all
    for wrong in (0, -1, 2**70):
        with pytest.raises(ValueError):
            board.best(wrong)
    with pytest.raises(ValueError):
        board.within(-1)
