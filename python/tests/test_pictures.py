"""Pictures, and what notebooks show."""

import copy
from xml.etree import ElementTree

import pytest

import fewest


@pytest.fixture(scope="module")
def board():
    return fewest.puzzle("tiles").board("1 2 3 4 5 6 _ 7 8")


def texts(svg):
    return [element.text for element in ElementTree.fromstring(svg).iter() if element.text]


def test_boards_are_pictures(board):
    assert set("12345678") <= set(texts(board._repr_svg_()))
    assert board._repr_html_() == board.picture().svg
    assert texts(board.picture("RR").svg)[1:] == texts(board.after("RR").picture().svg)[1:]
    assert board.picture(dark=True) != board.picture()
    with pytest.raises(ValueError, match="not legal"):
        board.picture("DD")
    with pytest.raises(fewest.MovesError):
        board.strip("x")


def test_pictures_are_values_and_files(board, tmp_path):
    picture = board.picture()
    assert picture == board.picture() and hash(picture) == hash(board.picture())
    assert copy.copy(picture) is picture and copy.deepcopy(picture) is picture
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == picture.svg == picture._repr_svg_()
    picture.save(tmp_path / "board.PNG")
    assert (tmp_path / "board.PNG").read_bytes() == picture.png()
    assert len(picture.png(4)) > len(picture.png(1))
    with pytest.raises(ValueError):
        picture.save(tmp_path / "board.gif")
    for scale in (0.0, -1.0, float("nan"), 1e30):
        with pytest.raises(ValueError):
            picture.png(scale)
    with pytest.raises(TypeError):
        fewest.Picture()


def test_solutions_show_every_position(board):
    solved = board.solve()
    shown = solved._repr_html_()
    assert "2 moves" in shown and "1 R" in shown and "2 R" in shown
    unsolvable = fewest.puzzle("tiles").board("1 2 3 4 5 6 8 7 _").solve()
    assert "no solution" in unsolvable._repr_html_() and "<svg" in unsolvable._repr_html_()
    hard = fewest.puzzle("tiles").board("8 6 7 2 5 4 3 _ 1")
    stopped = hard.solve(algorithm="bfs", states=100)
    assert "stopped by a limit: states" in stopped._repr_html_()
    long = fewest.puzzle("hanoi").start.solve()
    assert long._repr_html_().count("<svg") == 1 and "<details>" in long._repr_html_()
    assert "127 moves" in long._repr_html_()
    python = fewest.solve(1, moves=lambda n: ["<b>"], apply=lambda n, m: n + 1, goal=3)
    assert "&lt;b&gt;" in python._repr_html_()


def test_large_boards_are_shown_as_text():
    rows = "\n".join("b" * 400 for _ in range(400))
    board = fewest.puzzle("flip").board(rows)
    assert board._repr_svg_() is None
    assert board._repr_html_().startswith("<pre>")


def test_charts(board):
    census = fewest.puzzle("tiles").census("2x3")
    assert {"0", "21", "tiles 2x3"} <= set(texts(census.plot().svg))
    assert "none of which needs more than 21" in census._repr_html_()
    comparison = board.compare()
    assert {row.algorithm for row in comparison} <= {
        word for text in texts(comparison._repr_svg_()) for word in text.split()
    }
    made = fewest.puzzle("tiles").make("2x3", moves=21)
    assert made._repr_html_().count("<svg") == 1
    # Counts beyond any floating-point number.
    huge = fewest.puzzle("flip").census("10x10")
    assert max(huge.histogram) > 2**64
    assert "<svg" in huge._repr_html_()


class Axes:
    def bar(self, labels, values):
        self.bars = list(zip(labels, values))

    def set(self, **texts):
        self.texts = texts


def test_a_census_is_drawn_on_the_axes_of_matplotlib():
    census = fewest.puzzle("tiles").census("2x2")
    axes = census.plot(Axes())
    assert axes.bars[:3] == [(0, 1), (1, 2), (2, 2)] and axes.texts["title"] == "tiles 2x2"
