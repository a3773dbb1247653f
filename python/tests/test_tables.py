"""Distance tables and histograms as arrays."""

import copy
import gc
import pickle
import sys

import numpy
import pytest

import fewest


@pytest.fixture(scope="module")
def tiles():
    return fewest.puzzle("tiles")


@pytest.fixture(scope="module")
def table(tiles):
    return tiles.distances("2x3")


def test_distances_are_those_of_the_solver(tiles, table):
    assert len(table) == 360
    for rank in range(0, 360, 7):
        board = table.board(rank)
        assert table.rank(board) == rank
        assert table[rank] == table.distance(board) == len(board.solve())
    assert table[-1] == table[359] and table[:3] == [table[0], table[1], table[2]]
    assert table.histogram == tiles.census("2x3").histogram
    with pytest.raises(IndexError):
        table[360]
    with pytest.raises(IndexError):
        table.board(-1)
    # A board without a solution has no rank.
    with pytest.raises(ValueError):
        table.rank(tiles.board("2 1 3\n4 5 _"))
    with pytest.raises(ValueError):
        table.rank(fewest.puzzle("flip").board("bw\nwb"))


def test_arrays_share_the_memory_and_are_read_only(table):
    array = table.array
    assert array.dtype == numpy.uint8 and array.shape == (360,)
    assert not array.flags.writeable and not array.flags.owndata
    address = array.__array_interface__["data"][0]
    assert table.array.__array_interface__["data"][0] == address
    with pytest.raises(ValueError):
        array[0] = 1
    assert tuple(numpy.bincount(array)) == table.histogram
    alone = fewest.puzzle("tiles").distances("2x2").array
    gc.collect()
    assert sorted(alone.tolist())[-1] == 6


@pytest.mark.parametrize(
    ("name", "size", "kind"),
    [
        # Ten million boards are too many for a test.
        ("four-in-a-row", None, fewest.StoppedError),
        ("flip", "3x3", ValueError),
        ("hanoi", None, ValueError),
        ("tiles", "none", ValueError),
    ],
)
def test_there_is_a_table_or_an_error(name, size, kind):
    with pytest.raises(kind):
        fewest.puzzle(name).distances(size, time=0.001)


def test_tables_are_values(tiles, table):
    again = pickle.loads(pickle.dumps(table))
    assert again == table and hash(again) == hash(table) and again[5] == table[5]
    assert copy.copy(table) is table and copy.deepcopy(table) is table
    assert again.board(3) == table.board(3)
    assert table != tiles.distances("2x2") and table != 3


def test_histograms_are_arrays(tiles):
    census = tiles.census("3x3")
    array = census.array
    assert array.dtype == numpy.uint64 and not array.flags.writeable
    assert tuple(array.tolist()) == census.histogram
    again = pickle.loads(pickle.dumps(census))
    assert again == census and (again.array == array).all()
    huge = fewest.puzzle("flip").census("10x10")
    with pytest.raises(OverflowError):
        huge.array


def test_numpy_is_optional(table, monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(ImportError, match="pip install numpy"):
        table.array
    assert table[0] == 0 or table[0] > 0
