"""The examples of both READMEs say what comes out, the first time and the second."""

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize(("readme", "examples"), [(PACKAGE / "README.md", 25), (PACKAGE.parent / "README.md", 5)])
def test_examples(readme: Path, examples: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for _ in range(2):
        result = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
        assert result.failed == 0 and result.attempted >= examples


def test_programs_have_types(tmp_path: Path) -> None:
    """The examples without a prompt, which start from a cube."""
    programs = re.findall(r"^```python\n(?!>>>)(.*?)^```$", (PACKAGE / "README.md").read_text(), re.DOTALL | re.MULTILINE)
    assert len(programs) >= 2
    for number, program in enumerate(programs):
        file = tmp_path / f"program{number}.py"
        file.write_text("import cubepdb\ncube = cubepdb.Cube()\n" + program)
        checked = subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), str(file)], capture_output=True, text=True
        )
        assert checked.returncode == 0, checked.stdout + checked.stderr
