"""Building, opening, reading and proving tables."""

import errno
import gc
import os
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import cubepdb
from cubepdb import Cube, Table, TableError, UsageError

# Offset of the entries in a file, see FORMAT.md.
DATA_OFFSET = 2 << 20


def test_what_a_table_is(edges: Table, tables: Path) -> None:
    assert (edges.name, edges.kind, edges.metric, edges.bits) == ("edges5-UR-UF-UL-UB-FR", "edges", "htm", 4)
    assert (edges.entries, edges.nbytes, edges.pieces) == (3_041_280, 1_520_640, "UR,UF,UL,UB,FR")
    assert edges.path == tables / "edges.pdb"
    assert edges.spec.startswith("puzzle=3x3x3;metric=htm;table=edges;pieces=UR,UF,UL,UB,FR;")
    assert repr(edges) == "<cubepdb.Table edges5-UR-UF-UL-UB-FR: 3041280 entries of 4 bits in htm>"


def test_the_distribution_of_four_edges_is_the_known_one() -> None:
    table = cubepdb.build("edges", pieces="UR,UF,UL,UB")
    assert table.distribution == [1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102]
    assert round(table.mean, 6) == 5.812058 and table.path is None and not table.is_mapped
    table.verify(threads=2)


def test_depths_are_what_the_distribution_counts(edges: Table) -> None:
    depths = edges.depths()
    assert depths.dtype == np.uint8 and depths.shape == (edges.entries,)
    assert np.bincount(depths).tolist() == edges.distribution
    assert (edges.depths(1001, 2000) == depths[1001:2000]).all()
    assert edges.depths(5, 5).size == 0 and edges.depths(edges.entries).size == 0


def test_the_view_holds_the_same_entries(edges: Table) -> None:
    """Two to a byte, the even one in the low half."""
    view = edges.view()
    assert view.dtype == np.uint8 and view.shape == (edges.nbytes,)
    unpacked = np.stack([view & 15, view >> 4], axis=1).reshape(-1)
    assert (unpacked == edges.depths()).all()
    cubes = cubepdb.scramble(200, seed=1)
    assert [edges.lookup(cube) for cube in cubes] == unpacked[[edges.index(cube) for cube in cubes]].tolist()


def test_look_ups_are_lower_bounds_and_change_by_one(edges: Table, h48: Table) -> None:
    assert edges.lookup(Cube()) == h48.lookup("") == 0
    cube, before = Cube(), 0
    for steps, move in enumerate("R U F2 L' D B' R2 U' F L2".split(), start=1):
        cube = cube.apply(move)
        value = edges.lookup(cube)
        assert value <= steps and abs(value - before) <= 1 and h48.lookup(cube) <= steps
        before = value
    with pytest.raises(UsageError):
        edges.lookup(Cube(size=2))


@pytest.mark.parametrize("load", ["copy", "mmap"])
def test_a_view_outlives_its_table_and_cannot_be_written(tables: Path, load: str) -> None:
    table = cubepdb.open_table(tables / "edges.pdb", load=load)  # type: ignore[arg-type]
    assert table.is_mapped == (load == "mmap")
    view = table.view()
    expected = int(view.sum(dtype=np.uint64))
    assert not view.flags.writeable and not view.flags.owndata
    with pytest.raises(ValueError):
        view.flags.writeable = True
    with pytest.raises(ValueError):
        view[0] = 1
    with pytest.raises(TypeError):
        memoryview(table)[0] = 1
    # No copy: a second view is at the same place.
    assert view.__array_interface__["data"][0] == table.view().__array_interface__["data"][0]
    del table
    gc.collect()
    others = [cubepdb.build("edges", pieces="UR,UF,UL") for _ in range(3)]
    assert int(view.sum(dtype=np.uint64)) == expected and len(others) == 3


def test_h48_tables_have_another_layout(h48: Table) -> None:
    assert (h48.kind, h48.bits, h48.view().size) == ("h48", 2, h48.nbytes)
    part = h48.depths(10**6, 10**6 + 1000)
    assert part.max() <= 12 and part.size == 1000
    index = h48.index("R U F")
    assert h48.depths(index, index + 1)[0] == h48.lookup("R U F")


def test_entries_out_of_range(edges: Table) -> None:
    for start, stop in ((-1, 5), (0, edges.entries + 1), (6, 5), (edges.entries + 1, None), (10**30, None), (0, 10**30)):
        with pytest.raises(UsageError, match=r"^(start|stop)\S* is not between"):
            edges.depths(start, stop)


def test_without_numpy_the_error_says_what_to_install(edges: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for call in (edges.view, edges.depths):
        with pytest.raises(ImportError, match="NumPy is not installed: `pip install numpy`") as caught:
            call()
        assert isinstance(caught.value.__cause__, ModuleNotFoundError)
    assert edges.lookup("R") == 1 and memoryview(edges).readonly


def test_an_existing_file_is_not_overwritten(tables: Path) -> None:
    path = tables / "edges.pdb"
    with pytest.raises(FileExistsError, match="exists already: overwrite=True replaces it, resume=True keeps it") as caught:
        cubepdb.build("edges", path, pieces="UR,UF,UL,UB,FR")
    assert (caught.value.errno, caught.value.filename) == (errno.EEXIST, str(path))
    assert cubepdb.build("edges", path, pieces="UR,UF,UL,UB,FR", resume=True).path == path


def test_wrong_orders() -> None:
    wrong: list[Callable[[], object]] = [
        lambda: cubepdb.build("edges"),
        lambda: cubepdb.build("edges", pieces="UR,UR"),
        lambda: cubepdb.build("corners", pieces="UR"),
        lambda: cubepdb.build("h48"),
        lambda: cubepdb.build("h48", level=12),
        lambda: cubepdb.build("h48", level=10**30),
        lambda: cubepdb.build("corners", threads=0),
        lambda: cubepdb.build("corners", max_memory=-1),
        lambda: cubepdb.default_table(threads=10**30),
        lambda: cubepdb.default_table(max_memory=-(10**30)),
        lambda: cubepdb.build("centres"),  # type: ignore[arg-type]
        lambda: cubepdb.build("corners", metric="qqq"),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises(UsageError):
            call()
    for path in (None, "never-made.pdb"):
        with pytest.raises(MemoryError):
            cubepdb.build("corners", path, max_memory=1000)
    assert not Path("never-made.pdb").exists()


def test_pieces_may_be_a_list(edges: Table) -> None:
    assert cubepdb.build("edges", pieces=["UR", "UF", "UL"]).spec == cubepdb.build("edges", pieces="UR,UF,UL").spec
    for wrong in (5, [5]):
        with pytest.raises(TypeError, match='^pieces are a str, such as "UR,UF", or a list of str, not'):
            cubepdb.build("edges", pieces=wrong)  # type: ignore[arg-type]


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    directory = tmp_path / "a" / "b"
    with pytest.raises(FileNotFoundError) as caught:
        cubepdb.build("edges", directory / "edges.pdb", pieces="UR,UF")
    assert str(caught.value) == f"[Errno {errno.ENOENT}] there is no such directory: {str(directory)!r}"
    file = tmp_path / "file"
    file.touch()
    with pytest.raises(NotADirectoryError) as refused:
        cubepdb.build("edges", file / "edges.pdb", pieces="UR,UF")
    assert refused.value.filename == str(file / "edges.pdb") and refused.value.strerror == "cannot lock: Not a directory"
    # A lock that cannot be taken since something else has its name.
    lock = tmp_path / "edges.pdb.lock"
    lock.mkdir()
    with pytest.raises(IsADirectoryError) as blocked:
        cubepdb.build("edges", tmp_path / "edges.pdb", pieces="UR,UF")
    assert blocked.value.filename == str(lock)
    with pytest.raises(OSError):
        cubepdb.open_table(tmp_path)
    with pytest.raises(TableError, match="no such table"):
        cubepdb.open_table(tmp_path / "none.pdb")


def test_damage_is_found(tables: Path, tmp_path: Path) -> None:
    sound = (tables / "edges.pdb").read_bytes()
    damaged = bytearray(sound)
    damaged[DATA_OFFSET + 700_000] ^= 1
    path = tmp_path / "damaged.pdb"
    for content, message in ((damaged, "checksum"), (sound[:-1], "truncated"), (b"x" * 9999, "not a table")):
        path.write_bytes(content)
        with pytest.raises(TableError, match=message) as caught:
            cubepdb.open_table(path)
        assert caught.value.exit_status == 4


def test_a_wrong_entry_is_disproved(tables: Path, tmp_path: Path) -> None:
    """Its checksums left out, the file is opened; the proof names the entry, which is the 2 * 700,000th."""
    content = bytearray((tables / "edges.pdb").read_bytes())
    content[DATA_OFFSET + 700_000] ^= 1
    path = tmp_path / "wrong.pdb"
    path.write_bytes(content)
    table = cubepdb.open_table(path, check=False)
    with pytest.raises(TableError, match="entry 1400000 holds"):
        table.verify()


def test_a_mapped_table_that_was_changed_proves_nothing(tables: Path, tmp_path: Path) -> None:
    path = tmp_path / "edges.pdb"
    path.write_bytes((tables / "edges.pdb").read_bytes())
    mapped, copied = cubepdb.open_table(path, load="mmap"), cubepdb.open_table(path, load="copy")
    assert cubepdb.solve("R U F", pdb=mapped).length == 3
    with path.open("r+b") as file:
        file.seek(DATA_OFFSET + 5)
        byte = file.read(1)
        file.seek(DATA_OFFSET + 5)
        file.write(byte)
    os.utime(path, (1, 1))
    with pytest.raises(TableError, match="was changed while in use"):
        cubepdb.solve("R U F", pdb=mapped)
    with pytest.raises(TableError, match="was changed while in use"):
        mapped.verify()
    assert cubepdb.solve("R U F", pdb=copied).length == 3


def test_default_tables_come_from_the_cache(h48: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So little memory is allowed that the smallest one is made."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(MemoryError):
        cubepdb.default_table(max_memory=10**6, threads=2)
    # What the build takes depends on the number of threads.
    needed = 545_000_000
    first = cubepdb.default_table(max_memory=needed, threads=2)
    assert first.path == tmp_path / "cubepdb" / "h48-0.pdb" and first.distribution == h48.distribution
    made = first.path.stat().st_mtime_ns
    assert cubepdb.default_table(max_memory=needed, threads=2).path == first.path and first.path.stat().st_mtime_ns == made
    # An easier cube is solved before a table is looked for.
    hard = "R U F2 L D B2 R2 U2 F D2 L B U R2 D"
    assert cubepdb.solve(hard, deterministic=True).tables == ("h48-0",)
    assert (first.view() == h48.view()).all()


def test_a_wrong_table_in_the_cache_is_refused(tables: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts for what its header says, not for what its name says."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path = tmp_path / "cubepdb" / "h48-0.pdb"
    path.parent.mkdir()
    path.write_bytes((tables / "edges.pdb").read_bytes())
    with pytest.raises(TableError, match="is the table edges5-UR-UF-UL-UB-FR, not h48-0; delete it"):
        cubepdb.default_table()
