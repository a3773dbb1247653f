"""What people see of the package: names, short forms, cells, and what notebooks show."""

import importlib.metadata
import pickle

import fewest
import pytest

TILES = "1 2 3 4 5 6 _ 7 8"


def test_the_version_is_that_of_the_installed_package() -> None:
    installed = importlib.metadata.version("fewest")
    assert fewest.__version__ == installed.replace("-dev", ".dev0")[: len(fewest.__version__)]


def test_public_names_have_no_private_modules() -> None:
    for name in fewest.__all__:
        public = getattr(fewest, name)
        module = getattr(public, "__module__", "fewest")
        assert module in ("fewest", "typing"), name
    assert [name for name in fewest.__all__ if not name.startswith("_")] == sorted(
        name for name in fewest.__all__ if not name.startswith("_")
    )
    with pytest.raises(fewest.BoardError) as raised:
        fewest.puzzle("flip").board("b x\nw w")
    assert pickle.loads(pickle.dumps(raised.value)).faults == raised.value.faults


def test_a_misspelt_puzzle_is_answered_with_the_nearest() -> None:
    with pytest.raises(ValueError, match="did you mean 'klotski'"):
        fewest.puzzle("klotsky")
    assert fewest.puzzle("rubiks-cube").name == "cube-3"


def test_cells_of_a_board() -> None:
    board = fewest.puzzle("tiles").board(TILES)
    assert board.shape == (3, 3)
    assert board[2, 0] == "_" and board[-1, -1] == "8"
    assert [row[0] for row in board] == ["1", "4", "_"]
    assert board[0] == ("1", "2", "3") and board[:, 0] == ("1", "4", "_")
    assert board[1:, 1:] == (("5", "6"), ("7", "8")) and board[2, ::-1] == ("8", "7", "_")
    assert len(board) == 3 and board[1:] == board.rows[1:]
    with pytest.raises(IndexError):
        board[3, 0]
    numpy = pytest.importorskip("numpy")
    array = numpy.asarray(board)
    assert array.shape == (3, 3) and array[1, 2] == "6"
    with pytest.raises(ValueError, match="copied"):
        board.__array__(copy=False)


def test_variables_are_no_cells() -> None:
    puzzle = fewest.parse(
        "puzzle walk\nsymbols @ _\nboard 2x2\nvar steps = 0..9\n"
        "move go(dir) [@ | _] steps < 9 -> [_ | @] steps +1\ngoal at r2c2 @\nstart\n  @ _\n  _ _\n"
    )
    assert puzzle.start.rows == (("@", "_"), ("_", "_"))


def test_a_maze_has_no_grid_of_words() -> None:
    maze = fewest.puzzle("wall-pusher")
    with pytest.raises(fewest.UnsupportedError, match="wall-pusher"):
        maze.board(maze.example).rows
    assert maze.board(maze.example)


def test_short_forms_tell_lengths() -> None:
    board = fewest.puzzle("klotski").start
    solved = board.solve()
    assert repr(solved).startswith("<Solved: 116 moves: ") and repr(solved).endswith(" …>")
    assert str(solved).startswith("116 moves, proven fewest: ")
    hint = fewest.puzzle("tiles").board(TILES).hint()
    assert str(hint) == "2 moves left; move 7 at r3c2 to the left (R)"
    assert repr(hint) == "<Hint: 2 moves left; move 7 at r3c2 to the left (R)>"
    explanation = fewest.puzzle("tiles").board(TILES).explain()
    assert "\n" not in repr(explanation)
    hint = fewest.puzzle("tiles").board("1 2 3 4 5 6 8 7 _").hint()
    assert str(hint).startswith("no solution: read row by row, ")
    stopped = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1").solve(algorithm="bfs", states=9)
    assert str(stopped).startswith("stopped by a limit: states; every solution has at least ")


def test_the_solution_of_least_cost_is_called_best() -> None:
    solved = fewest.parse(
        "puzzle walk\nsymbols @ _\nboard 1x2\nfewest cost\nmove go cost 3 [@ | _] -> [_ | @]\n"
        "goal at r1c2 @\nstart\n  @ _\n"
    ).start.solve()
    assert str(solved).startswith("1 move, cost 3, proven best: ")
    assert repr(solved).startswith("<Solved: 1 move, cost 3: ")


def test_notebooks_show_pictures() -> None:
    board = fewest.puzzle("klotski").start
    shown = board.solve()._repr_html_()
    assert "<svg" in shown and "<details>" in shown
    puzzle = fewest.puzzle("flip")._repr_html_()
    assert "<svg" in puzzle and "flip" in puzzle
    assert "flip" in fewest.puzzle("flip", goal="none such")._repr_html_()
    assert "<svg" in fewest.puzzle("tiles").board(TILES).hint()._repr_html_()
    assert "<pre>" in fewest.puzzle("tiles").board(TILES).explain()._repr_html_()


def test_new_levels() -> None:
    puzzle = fewest.puzzle("rush-hour")
    made = puzzle.make(moves=range(5, 10), count=2, seed=1, levels=True)
    assert all(len(board.solve()) in range(5, 10) for board in made)
    assert all(board != puzzle.start for board in made)
