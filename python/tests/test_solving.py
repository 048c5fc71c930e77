"""Answers, limits and failures of searches."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import cubepdb
from conftest import DATA
from cubepdb import (
    Cube,
    LimitReached,
    NoSolution,
    SearchProgress,
    Solution,
    Table,
    TableError,
    TableProgress,
    UsageError,
)

SUPERFLIP = "R L U2 F U' D F2 R2 B2 L U2 F' B' U R2 D F2 U R2 U"


def known(file: str, most: int) -> Iterator[list[str]]:
    """The fields of the lines of a file that begin with a number up to this."""
    for line in (DATA / file).read_text().splitlines():
        fields = line.split("\t")
        if int(fields[0]) <= most:
            yield fields


def replayed(cube: Cube, solution: Solution) -> bool:
    return all(cube.apply(" ".join(word)).is_solved for word in solution.solutions)


def test_known_lengths_in_half_turns_and_all_solutions(edges: Table) -> None:
    cases = list(known("all_optimal_htm.txt", 7))
    assert len(cases) == 19
    for length, count, scramble in cases:
        cube = Cube(scramble)
        one = cubepdb.solve(cube, pdb=edges)
        assert (one.length, len(one.moves), one.lower_bound) == (int(length),) * 3
        assert one.optimal and one.incomplete is None and replayed(cube, one)
        assert (one.record["length"], one.record["status"]) == (one.length, "solved")
        search = one.record["search"]
        assert search["strategy"] == "one-sided" and search["lookups_per_table"] >= 1
        every = cubepdb.solve(cube, pdb=edges, all=True)
        assert (every.length, len(set(every.solutions))) == (int(length), int(count))
        assert replayed(cube, every)


def test_known_lengths_in_quarter_turns(tables: Path) -> None:
    cases = list(known("qtm_known.txt", 8))
    assert len(cases) >= 5
    table = cubepdb.open_table(tables / "edges-qtm.pdb")
    for length, scramble in cases:
        found = cubepdb.solve(scramble, metric="qtm", pdb=table)
        assert found.length == int(length) and replayed(Cube(scramble), found)


def test_two_equal_quarter_turns_are_shown_as_a_half_turn() -> None:
    """As the program shows them; the moves themselves stay those of the metric."""
    found = cubepdb.solve("U2 R", metric="qtm", pdb=[])
    assert str(found) == "R' U2 (3q)" and found.length == len(found.moves) == 3
    assert str(cubepdb.solve("U2 R", pdb=[])) == "R' U2 (2f)" and str(cubepdb.solve("", pdb=[])) == "(0f)"


def test_long_solutions_from_both_ends(h48: Table) -> None:
    """A cube and its inverse have the same length, and all tables agree."""
    for scramble in ("R U F2 L D B R2 U2 F L", "U' D2 F B2 U2 L F2 D"):
        cube = Cube(scramble)
        found = cubepdb.solve(cube, pdb=h48)
        inverse = cubepdb.solve(cube.inverse(), pdb=[h48])
        assert found.length == inverse.length == len(scramble.split())
        assert replayed(cube, found) and replayed(cube.inverse(), inverse)
        assert found.tables == ("h48-0",) and found.lookups > 0


def test_one_cube_of_a_random_state(h48: Table) -> None:
    scramble = (DATA / "random_state_depth15.txt").read_text().splitlines()[0]
    found = cubepdb.solve(scramble, pdb=h48)
    assert found.length == 15 and replayed(Cube(scramble), found)


def test_tables_are_found_by_all_kinds_of_places(edges: Table, tables: Path, h48: Table) -> None:
    """The same tables search the same nodes; with an H48 table, no other one is asked."""
    places: list[Table | Path | str | Iterable[Table | Path]]
    places = [edges, tables / "edges.pdb", str(tables), [tables / "edges.pdb", edges], (place for place in [tables])]
    answers = [cubepdb.solve("R U F2 L D B", pdb=pdb, all=True) for pdb in places]
    assert {answer.tables for answer in answers} == {("edges5-UR-UF-UL-UB-FR",)}
    assert len({answer.nodes for answer in answers}) == 1 and answers[0].length == 6
    assert cubepdb.solve("R U", pdb=[edges, tables, h48]).tables == ("h48-0",)
    assert cubepdb.solve("R U F", pdb=[]).tables == ()


def test_easy_cubes_need_no_table(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    for metric in ("htm", "qtm"):
        assert cubepdb.solve("R U F", metric=metric).tables == ()
    assert list(tmp_path.iterdir()) == []


def test_a_table_of_the_cache_directory_is_used(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "cubepdb").mkdir()
    cubepdb.build("h48", tmp_path / "cubepdb" / "h48-0.pdb", level=0)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    found = cubepdb.solve("R U F2 L D2 B R U2 L' F")
    assert (found.length, found.tables) == (10, ("h48-0",))
    assert cubepdb.solve("R U", max_nodes=1000).tables == ("h48-0",)


def test_the_solved_cube_needs_nothing(edges: Table) -> None:
    for cube in (Cube(), Cube(size=2), Cube(size=5)):
        found = cubepdb.solve(cube, pdb=edges if cube.size == 3 else None)
        assert (found.moves, found.length, found.solutions) == ((), 0, ((),))
    assert str(found) == "(0f)"


def test_other_sizes_and_sets_of_moves() -> None:
    assert str(cubepdb.solve("R U F2 R' U2 F R U' F", size=2)) == "U F U F2 R U2 R2 F2 R (9f)"
    cube = Cube("Rw U2 Fw' D", size=4)
    found = cubepdb.solve(cube)
    assert found.length == 4 and replayed(cube, found)
    slices = cubepdb.solve("2R 3R' U 2F", size=4, moves="slices", all=True)
    assert (slices.metric, slices.length, len(slices.solutions)) == ("qtm", 4, 1)
    assert cubepdb.solve("M2", moves="slices", metric="htm").length == 1
    with pytest.raises(UsageError, match="tables"):
        cubepdb.solve(cube, pdb=[])
    with pytest.raises(UsageError, match="anytime is for the usual search of the 3x3x3"):
        cubepdb.solve(cube, anytime=True)


def test_longer_solutions(edges: Table) -> None:
    cube = Cube("R2 U2 R2 U2")
    found = cubepdb.solve(cube, pdb=edges, all=True, slack=3)
    assert [len(word) for word in found.solutions] == [4, 6, 6, 7, 7, 7, 7] and found.length == 4
    assert len(set(found.solutions)) == 7 and replayed(cube, found)
    assert cubepdb.solve(cube, pdb=edges, all=True, slack=2).solutions == found.solutions[:3]


def test_one_answer_whatever_the_threads(edges: Table) -> None:
    answers = {
        cubepdb.solve("L U' R2 U L' U2", pdb=edges, deterministic=True, threads=threads).moves for threads in (1, 2, 3, 8)
    }
    assert len(answers) == 1
    assert cubepdb.solve("R", pdb=edges, threads=3).threads == 3


def test_a_bound_is_proven_where_there_is_no_solution(edges: Table) -> None:
    with pytest.raises(NoSolution, match=r"within 5 moves \(proven\)") as caught:
        cubepdb.solve("D' U F2 R D2 L'", pdb=edges, max_depth=5)
    assert (caught.value.lower_bound, caught.value.exit_status) == (6, 1) and caught.value.nodes > 0


def test_limits_leave_a_proven_bound(edges: Table) -> None:
    for seconds, nodes, reason in ((0.3, None, "time limit"), (None, 100_000, "node limit")):
        with pytest.raises(LimitReached, match=reason) as caught:
            cubepdb.solve(SUPERFLIP, pdb=edges, timeout=seconds, max_nodes=nodes)
        assert 1 <= caught.value.lower_bound <= 20 and caught.value.nodes > 0
        assert (caught.value.reason, caught.value.exit_status) == (reason, 7)


def test_wrong_arguments(edges: Table, tables: Path, tmp_path: Path) -> None:
    wrong: list[Callable[[], object]] = [
        lambda: cubepdb.solve("R", pdb=edges, metric="stm"),  # type: ignore[arg-type]
        lambda: cubepdb.solve("R", pdb=edges, threads=0),
        lambda: cubepdb.solve("R", pdb=edges, threads=10**30),
        lambda: cubepdb.solve("R", pdb=edges, slack=1),
        lambda: cubepdb.solve("R", pdb=edges, max_depth=31),
        lambda: cubepdb.solve("R", pdb=edges, timeout=-1),
        lambda: cubepdb.solve("R", pdb=edges, timeout=float("nan")),
        lambda: cubepdb.solve("R", pdb=edges, max_nodes=-1),
        lambda: cubepdb.solve("R", moves="all"),  # type: ignore[arg-type]
    ]
    for call in wrong:
        with pytest.raises(UsageError):
            call()
    with pytest.raises(TypeError):
        cubepdb.solve("R", pdb=7)  # type: ignore[arg-type]
    for question, message in (
        ({"goal": "cross"}, "got an unexpected keyword argument 'goal': write Solver(goal=...).solve(cube)"),
        ({"origin": "R"}, "got an unexpected keyword argument 'origin': write Solver().solve(cube, origin=...)"),
        ({"depth": 3}, "got an unexpected keyword argument 'depth'"),
        ({}, "missing 1 required positional argument: 'cube'"),
    ):
        with pytest.raises(TypeError) as refused:
            cubepdb.solve(**question)
        assert str(refused.value) == f"solve() {message}"
    unfit: list[Path | list[Table | Path]]
    unfit = [tables / "edges-qtm.pdb", tables / "none.pdb", tmp_path, [edges, tables / "edges-qtm.pdb"]]
    for pdb in unfit:
        with pytest.raises(TableError):
            cubepdb.solve("R", pdb=pdb)


def test_numbers_out_of_range_are_named(edges: Table) -> None:
    for name in ("threads", "max_depth", "slack", "max_nodes"):
        for value, told in ((-1, "=-1"), (10**30, ""), (-(10**30), "")):
            numbers: dict[str, Any] = {name: value}
            with pytest.raises(UsageError, match=f"^{name}{told} is not between"):
                cubepdb.solve("R", pdb=edges, all=True, **numbers)
    for seconds in (-1, -0.5, float("nan"), float("inf"), float("-inf"), 1e30, 10**400):
        with pytest.raises(UsageError, match=r"^timeout=\S+ is not a time in seconds"):
            cubepdb.solve("R", pdb=edges, timeout=seconds)
    assert cubepdb.solve("R", pdb=edges, timeout=1e18, max_nodes=(1 << 64) - 1).length == 1


def test_other_threads_run_meanwhile(edges: Table) -> None:
    """A search that held the interpreter's lock would let the counter stand still."""
    steps, over = 0, threading.Event()

    def step() -> None:
        nonlocal steps
        while not over.wait(0.001):
            steps += 1

    counter = threading.Thread(target=step)
    counter.start()
    before = steps
    with pytest.raises(LimitReached):
        cubepdb.solve(SUPERFLIP, pdb=edges, timeout=1)
    after = steps
    over.set()
    counter.join()
    assert after > before + 10


def test_searches_at_the_same_time_share_a_table(edges: Table) -> None:
    cases = list(known("all_optimal_htm.txt", 7))
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda case: cubepdb.solve(case[2], pdb=edges, threads=1), cases))
    assert [solution.length for solution in found] == [int(case[0]) for case in cases]


def interrupt_soon() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_ctrl_c_ends_a_search(edges: Table) -> None:
    """Without it, the search would take longer than any test may."""
    interrupt_soon()
    with pytest.raises(KeyboardInterrupt):
        cubepdb.solve(SUPERFLIP, pdb=edges)
    assert cubepdb.solve("R U F", pdb=edges).length == 3


def test_a_handler_that_raises_nothing_lets_it_go_on(edges: Table) -> None:
    seen = []
    before = signal.signal(signal.SIGINT, lambda number, frame: seen.append(number))
    try:
        interrupt_soon()
        with pytest.raises(LimitReached) as caught:
            cubepdb.solve(SUPERFLIP, pdb=edges, timeout=1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert seen == [signal.SIGINT] and caught.value.reason == "time limit"


INTERRUPTED = """
import os, signal, threading, cubepdb
threading.Timer(1.5, os.kill, (os.getpid(), signal.SIGINT)).start()
"""


def interrupted(code: str) -> subprocess.CompletedProcess[str]:
    """What a program does that gets the signal of Ctrl-C after a second and a half."""
    return subprocess.run([sys.executable, "-c", INTERRUPTED + code], capture_output=True, text=True, timeout=60)


def test_ctrl_c_leaves_the_best_solution_in_the_exception() -> None:
    for call in (f"solve({SUPERFLIP!r}, pdb=[], anytime=True)", f"quick({SUPERFLIP!r}, at_most=10)"):
        told = interrupted(f"""
try:
    cubepdb.{call}
except KeyboardInterrupt as stopped:
    best = stopped.solution
    assert best.cube.apply(best).is_solved and not best.optimal and best.incomplete in ("interrupt", None)
    assert 0 < best.lower_bound < 20 <= best.length, best
    raise
""")
        # As any program that the signal ends.
        assert told.returncode == -signal.SIGINT, told.stderr
        assert "KeyboardInterrupt\nthe best solution so far, `solution` of this exception: " in told.stderr
    without = interrupted(f"cubepdb.solve({SUPERFLIP!r}, pdb=[])")
    assert without.returncode == -signal.SIGINT and "solution" not in without.stderr.splitlines()[-1]


def test_small_tables_are_made_where_they_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("CUBEPDB_CACHE", str(tmp_path / "file" / "cache"))
    found = cubepdb.solve("R U F D2 L B R2")
    assert found.length == 7 and found.tables == ("corners",)
    assert found == cubepdb.solve("R U F D2 L B R2") and len({found, cubepdb.solve("R U F D2 L B R2")}) == 1


def test_iterations_are_those_of_any_number_of_threads(edges: Table) -> None:
    found = [cubepdb.solve("R U F2 L D", pdb=[], heuristic="zero", threads=threads) for threads in (1, 3)]
    counts = [
        [(each.bound, each.nodes, each.expanded, each.lookups) for each in one.iterations if each.completed] for one in found
    ]
    assert len(counts[0]) > 2 and counts[0] == counts[1]
    for one in found:
        assert [each.bound for each in one.iterations] == list(range(1, 6))
        assert sum(each.nodes for each in one.iterations) == one.nodes
        assert sum(each.lookups for each in one.iterations) == one.lookups
        assert all(each.seconds >= 0 for each in one.iterations)
    asked = cubepdb.solve("R U F2 L D", pdb=edges, all=True)
    assert [each.completed for each in asked.iterations][-1] and asked.iterations[-1].lookups > 0


def test_a_heuristic_chooses_the_tables(tables: Path, edges: Table, h48: Table) -> None:
    both = [edges, h48]
    for heuristic, asked in (("auto", "h48-0"), ("edges5", "edges5-UR-UF-UL-UB-FR"), ("h48", "h48-0")):
        assert cubepdb.solve("R U F2 L", pdb=both, heuristic=heuristic).tables == (asked,)
    assert cubepdb.solve("R U", pdb=[], heuristic="manhattan").tables == ()
    with pytest.raises(UsageError, match="unknown heuristic"):
        cubepdb.solve("R U", heuristic="")
    with pytest.raises(TableError, match="no table `corners`"):
        cubepdb.solve("R U", pdb=tables, heuristic="corners+edges")
    with pytest.raises(TypeError, match='^heuristic is a str, such as "manhattan" .*, not function; bounds of one.s own'):
        cubepdb.solve("R U", heuristic=lambda cube: 0)  # type: ignore[arg-type]
    with pytest.raises(UsageError):
        cubepdb.solve("R U", pdb=[], heuristic="corners")
    with pytest.raises(UsageError):
        cubepdb.solve("Rw U", size=4, heuristic="manhattan")


def test_progress_is_told_of_tables_and_of_bounds(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """On the thread of the caller. A table that a heuristic names is made before the search."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    told: list[TableProgress | SearchProgress] = []
    threads: set[int] = set()

    def progress(report: TableProgress | SearchProgress) -> None:
        told.append(report)
        threads.add(threading.get_ident())

    found = cubepdb.solve("R U F2 L D B R2", heuristic="corners", progress=progress)
    assert found.tables == ("corners",) and threads == {threading.get_ident()}
    made = [report for report in told if isinstance(report, TableProgress)]
    assert {(report.name, report.bytes) for report in made} == {("corners", 44_089_920)}
    assert made[-1].done == 1.0 and [report.done for report in made] == sorted(report.done for report in made)
    bounds = [report.bound for report in told if isinstance(report, SearchProgress)]
    assert bounds[-1] == 7 and bounds == sorted(bounds) and isinstance(told[-1], SearchProgress)


class Enough(Exception):
    """Raised by a callback."""


def test_a_callback_may_have_any_name_and_builds_have_one(edges: Table) -> None:
    class ProgressBar(list[object]):
        def __call__(self, report: object) -> None:
            self.append(report)

    bar = ProgressBar()
    assert cubepdb.solve("R U F", pdb=edges, progress=bar).length == 3 and bar
    built: list[TableProgress] = []
    cubepdb.build("edges", pieces="UR,UF", progress=built.append)
    assert built[-1].done == 1


def test_an_exception_of_the_callback_stops_the_search(edges: Table) -> None:
    def enough(report: TableProgress | SearchProgress) -> None:
        if isinstance(report, SearchProgress) and report.bound >= 9:
            raise Enough(report.bound)

    with pytest.raises(Enough):
        cubepdb.solve(SUPERFLIP, pdb=edges, progress=enough)
    with pytest.raises(TypeError, match="progress"):
        cubepdb.solve("R", pdb=edges, progress=3)  # type: ignore[arg-type]


def test_an_exception_of_the_callback_stops_a_build(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def enough(report: TableProgress) -> None:
        raise Enough(report.name)

    with pytest.raises(Enough, match="h48-0") as nothing_done:
        cubepdb.default_table(max_memory=545_000_000, threads=2, progress=enough)
    assert not (tmp_path / "cubepdb" / "h48-0.pdb").exists() and not hasattr(nothing_done.value, "__notes__")


BUILT_ON = """
import os, signal, sys, cubepdb
cubepdb.build("h48", sys.argv[1], level=0, resume=True, progress=lambda _: os.kill(os.getpid(), signal.SIGINT))
"""


def test_a_build_that_was_broken_off_says_where_it_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    path, note = tmp_path / "cubepdb", "what is built so far is kept in {}, and the next build goes on from there"

    def half(report: object) -> None:
        if isinstance(report, TableProgress) and report.done > 0.01:
            raise Enough(report.name)

    calls: list[tuple[str, Callable[[], object]]] = [
        ("corners", lambda: cubepdb.solve(SUPERFLIP, heuristic="corners", progress=half)),
        ("h48-0", lambda: cubepdb.default_table(max_memory=545_000_000, threads=2, progress=half)),
    ]
    for table, call in calls:
        with pytest.raises(Enough) as stopped:
            call()
        assert stopped.value.__notes__ == [f"{table}: {note.format(path)}"]
        assert (path / f"{table}.pdb.checkpoint").exists()
    # Ctrl-C with the first progress: the whole build may take a second.
    command = [sys.executable, "-c", BUILT_ON, str(path / "h48-0.pdb")]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert told.returncode == -signal.SIGINT and f"kept in {path}, and resume=True goes on from there" in told.stderr


def test_good_solutions_at_once() -> None:
    for cube in cubepdb.scramble(20, seed=4):
        good = cubepdb.quick(cube)
        assert good.length <= 22 and not good.optimal and good.lower_bound < good.length
        assert replayed(cube, good) and cubepdb.quick(cube).moves == good.moves
        assert (good.record["status"], good.record["search"]["strategy"]) == ("unproven", "two-phase")
        assert cubepdb.quick(cube, at_most=21).length <= 21
    short = cubepdb.quick("R U F2")
    assert (short.length, short.optimal, short.record["status"]) == (3, True, "solved")
    for cube in cubepdb.scramble(5, seed=4):
        with pytest.raises(NoSolution, match=r"^no solution within 5 moves \(proven\)") as refuted:
            cubepdb.quick(cube, at_most=5)
        best = refuted.value.solution
        assert best is not None and best.length <= cubepdb.quick(cube).length and replayed(cube, best)
        assert refuted.value.lower_bound == best.lower_bound > 5
        assert refuted.value.__notes__ == [f"a good solution, `solution` of this exception: {best}"]
    late = cubepdb.quick(SUPERFLIP, at_most=10, timeout=0.2)
    assert late.length >= 20 and late.incomplete == "time limit"
    for wrong in ({"at_most": -1}, {"timeout": -1.0}):
        with pytest.raises(UsageError):
            cubepdb.quick("R", **wrong)


def test_records_have_the_text_that_was_given() -> None:
    for given in ("R U F", Cube("R U F").facelets):
        assert cubepdb.solve(given).record["input"] == cubepdb.quick(given).record["input"] == given
    assert cubepdb.solve(Cube("R")).record["input"] == Cube("R").facelets


def test_solutions_are_moves_and_pictures() -> None:
    solution = cubepdb.solve("R U F D")
    assert list(solution) == ["D'", "F'", "U'", "R'"] and len(solution) == 4
    assert solution.cube == cubepdb.Cube("R U F D")
    assert solution.cube.apply(str(solution)).is_solved
    for picture, cubes in [(solution._repr_svg_(), 5), (solution.cube._repr_svg_(), 1), (cubepdb.Cube(size=4).svg("Rw"), 2)]:
        assert picture.startswith("<svg") and picture.count(">start<") == int(cubes > 1)
    assert solution.cube.apply(solution).is_solved and solution.cube.apply(list(solution)).is_solved
    assert solution.cube.svg(solution) == solution.cube.svg(str(solution)) == solution._repr_svg_()
    assert repr(solution) == "<cubepdb.Solution D' F' U' R' (4f), optimal>"
    several = cubepdb.solve("R2 U2 R2 U2", pdb=[], all=True, slack=2)
    assert repr(several) == f"<cubepdb.Solution {several}, the first of 3 solutions, optimal>"
    with pytest.raises(cubepdb.CubeError):
        solution.cube.svg("R Q")
    assert cubepdb.quick("R U F D").cube == solution.cube


def test_a_good_solution_stands_beside_the_bound() -> None:
    hard = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
    reports: list[TableProgress | SearchProgress] = []
    found = cubepdb.solve(hard, pdb=[], anytime=True, timeout=2, progress=reports.append)
    assert not found.optimal and found.incomplete == "time limit" and 0 < found.lower_bound < 20 <= found.length
    assert Cube(hard).apply(str(found)).is_solved and found.record["status"] == "unproven"
    best = [report.best for report in reports if isinstance(report, SearchProgress) and report.best]
    assert best and all(Cube(hard).apply(" ".join(moves)).is_solved for moves in best)
    assert [len(moves) for moves in best] == sorted((len(moves) for moves in best), reverse=True)
    bounds = [report.lower_bound for report in reports if isinstance(report, SearchProgress)]
    assert bounds == sorted(bounds) and bounds[-1] == found.lower_bound and f"lower bound {bounds[-1]}>" in repr(found)
    with pytest.raises(cubepdb.LimitReached):
        cubepdb.solve(hard, pdb=[], anytime=True, max_nodes=10_000, max_depth=19)
    one_of_all = cubepdb.solve(hard, pdb=[], all=True, anytime=True, max_nodes=10_000)
    assert len(one_of_all.solutions) == 1 and (one_of_all.optimal, one_of_all.incomplete) == (False, "node limit")
    assert cubepdb.solve("R U F", anytime=True).optimal


def test_progress_may_be_a_bar(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tqdm.auto", None)
    solver = cubepdb.Solver("2x2x2", moves="R,U")
    assert len(solver.solve("R U R' U R U2 R'", progress=True)) > 0
    assert cubepdb.solve("R U F D", progress=True).length == 4
    shown = capsys.readouterr().err
    assert shown == "" or shown.endswith("\r")
    bar = cubepdb.progress.ProgressBar()
    bar(cubepdb.TableProgress(name="corners", bytes=100, done=0.5))
    for bound, best in ((7, None), (8, None), (8, ("R",) * 20)):
        bar(cubepdb.SearchProgress(bound=bound, lower_bound=bound, nodes=1000, best=best))
    bar(cubepdb.TableProgress(name="h48-0", bytes=100, done=0.5))
    shown = capsys.readouterr().err
    for part in ("corners: 50%", "7 moves: 1,000 nodes", "8 moves: 1,000", "8 moves (20 known): 1,000", "h48-0: 50%"):
        assert part in shown, shown
    bar(cubepdb.DistanceProgress(distance=1, positions=18))
    bar(cubepdb.DistanceProgress(distance=2, positions=243))
    assert "distance 2: 261 positions" in capsys.readouterr().err
    bar(cubepdb.TableProgress(name="h48-0", bytes=100, done=0.5))
    capsys.readouterr()
    for _ in range(3):
        bar(cubepdb.SearchProgress(bound=7, lower_bound=7, nodes=1000))
    assert capsys.readouterr().err == ""  # the search waits for the table, whose line stays
    bar.close()
    assert cubepdb.solve("R U F D", progress=False).length == 4
    with pytest.raises(TypeError, match="progress is True, or a function"):
        cubepdb.solve("R", progress=1)  # type: ignore[arg-type]
