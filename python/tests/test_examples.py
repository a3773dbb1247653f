"""The examples in the documentation of the public names.

Doctest alone looks only at functions of the module itself, and the methods of the public classes are
written in private modules.
"""

import doctest

import fewest
import pytest


class Finder(doctest.DocTestFinder):
    def _from_module(self, module, object):
        name = getattr(object, "__module__", None) or ""
        return isinstance(object, property) or name.split(".")[0] == "fewest"


EXAMPLES = [found for found in Finder().find(fewest, "fewest") if found.examples]


def test_the_examples_of_methods_are_found():
    assert {"fewest.solve", "fewest.Board.solve"} <= {found.name for found in EXAMPLES}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.name)
def test_an_example(example):
    assert doctest.DocTestRunner().run(example).failed == 0
