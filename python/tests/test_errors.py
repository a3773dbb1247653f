"""The exceptions of the package."""

import fewest


def test_an_internal_error_has_the_report_and_its_file() -> None:
    error = fewest.InternalError("this is a bug in fewest", "fewest 0.1.0", "bug.txt")
    assert isinstance(error, fewest.FewestError)
    assert str(error) == "this is a bug in fewest"
    assert (error.report, error.file) == ("fewest 0.1.0", "bug.txt")
    assert fewest.InternalError("bug", "report", None).file is None
