"""Puzzles from files and texts."""

import pickle

import pytest

import fewest

SWITCHES = """\
puzzle switches
symbols w b
board 1x3
move press(cell)
  cell   +1
  beside +1
goal all w
start
  b w b
"""


def test_a_file_is_read(tmp_path):
    path = tmp_path / "switches.fewest"
    path.write_text(SWITCHES)
    puzzle = fewest.open(path)
    assert puzzle.name == "switches"
    start = puzzle.start
    assert len(start.solve()) == 2
    assert start == puzzle.board("b w b")
    assert pickle.loads(pickle.dumps(start)) == start
    assert puzzle == fewest.open(str(path)) and hash(puzzle) == hash(fewest.open(path))
    assert puzzle.census().gods_number is not None


def test_a_missing_file_is_an_oserror(tmp_path):
    with pytest.raises(FileNotFoundError):
        fewest.open(tmp_path / "missing.fewest")
    with pytest.raises(IsADirectoryError):
        fewest.open(tmp_path)


def test_faults_have_places():
    text = SWITCHES.replace("goal all w", "goal all ü")
    with pytest.raises(fewest.PuzzleError) as caught:
        fewest.parse("# ä\n" + text, "my.fewest")
    error = caught.value
    fault = error.faults[0]
    assert (fault.line, fault.column) == (8, 10)
    assert ("# ä\n" + text)[fault.span[0] : fault.span[1]] == "ü"
    assert "my.fewest:8:10" in str(error) and "goal all ü" in str(error)
    assert isinstance(error, ValueError) and isinstance(error, fewest.FewestError)
    restored = pickle.loads(pickle.dumps(error))
    assert type(restored) is fewest.PuzzleError
    assert restored.faults == error.faults and str(restored) == str(error)


def test_board_errors_quote_the_board():
    with pytest.raises(fewest.BoardError) as caught:
        fewest.puzzle("flip").board("w b\nb x")
    assert caught.value.faults[0].line == 2
    assert str(caught.value).startswith("error: ") and "2 | b x" in str(caught.value)
    for number in ("", "w b\nb w\n\nb b\nb w"):
        with pytest.raises(fewest.BoardError):
            fewest.puzzle("flip").board(number)


def test_wrong_names_are_value_errors():
    with pytest.raises(ValueError, match="there is no puzzle 'chess'"):
        fewest.puzzle("chess")
    with pytest.raises(ValueError, match="no algorithm"):
        fewest.puzzle("flip").board("bw\nwb").solve(algorithm="magic")
    with pytest.raises(fewest.UnsupportedError):
        fewest.puzzle("tiles").board("1 2 3 4 5 6 7 _ 8").solve(algorithm="linear")
    with pytest.raises(ValueError, match="no start"):
        fewest.puzzle("flip").start


def test_the_library_is_found_by_name():
    names = fewest.library()
    assert len(names) >= 25 and not set(names) & set(fewest.built_in())
    hanoi = fewest.puzzle("hanoi")
    assert len(hanoi.start.solve()) == 127
    assert pickle.loads(pickle.dumps(hanoi)) == hanoi
    levels = fewest.puzzle("sokoban").boards("; One\n\n#####\n#@$.#\n#####\n\n6#|#@-$.#|6#\n")
    assert [len(level.solve()) for level in levels] == [1, 2]
