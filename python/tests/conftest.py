"""Tables that several tests use, built once."""

from pathlib import Path

import pytest

import cubepdb

DATA = Path(__file__).resolve().parents[2] / "tests" / "data"


@pytest.fixture(scope="session")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with tables of five edges for both metrics."""
    directory = tmp_path_factory.mktemp("tables")
    cubepdb.build("edges", directory / "edges.pdb", pieces="UR,UF,UL,UB,FR")
    cubepdb.build("edges", directory / "edges-qtm.pdb", metric="qtm", pieces="UR,UF,UL,UB,FR")
    return directory


@pytest.fixture(scope="session")
def edges(tables: Path) -> cubepdb.Table:
    """The one for half turns."""
    return cubepdb.open_table(tables / "edges.pdb")


@pytest.fixture(scope="session")
def h48() -> cubepdb.Table:
    """The smallest H48 table."""
    return cubepdb.build("h48", level=0)


@pytest.fixture(autouse=True)
def no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees the tables of whoever runs it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CUBEPDB_CACHE", raising=False)
