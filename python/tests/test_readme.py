"""The examples of both READMEs say what comes out, the first time and the second."""

import doctest
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(("readme", "examples"), [(PACKAGE / "README.md", 25), (PACKAGE.parent / "README.md", 5)])
def test_examples(readme: Path, examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        result = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert result.failed == 0 and result.attempted >= examples
