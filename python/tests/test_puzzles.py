"""Questions about any puzzle."""

import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

import cubepdb
from cubepdb import Cube, CubeError, DistanceProgress, LimitReached, NoSolution, SearchProgress, Solver, TableError, TableProgress, UsageError

# Forty quarter turns and more away from all that is searched in a test.
HARD = "R U F L BL BR DR DL DBL B DBR D R2 U2 F2 L2 BL2 BR2 DR2 DL2"


def test_puzzles_by_name() -> None:
    for puzzle, start, solution in (
        ("megaminx", "R U' F", "F' U R'"),
        ("square-1", "U / D3", "D3' / U'"),
        ("loopover-3x3", "1H 2V", "2V' 1H'"),
    ):
        found = Solver(puzzle).solve(start)
        assert str(found) == solution and list(found) == solution.split() == list(found.moves)
        assert found.cost == len(found) == found.lower_bound and found.optimal and found.incomplete is None
        assert found.puzzle == puzzle == found.record["puzzle"] and found.record["solutions"] == [solution]
        assert found.record["status"] == "solved" and found.iterations[-1].bound == found.cost


def test_definitions_are_texts_or_files(tmp_path: Path) -> None:
    assert cubepdb.definition("skewb").startswith("Name skewb\n")
    assert json.loads(cubepdb.definition("skewb", format="kpuzzle"))["name"] == "skewb"
    for name, start in (("pyraminx", "U R' L b"), ("2x2x2", "R U2 F'")):
        solution = str(Solver(name).solve(start))
        for number, text in enumerate((cubepdb.definition(name), cubepdb.definition(name, format="kpuzzle"))):
            file = tmp_path / f"{name}-{number}"
            file.write_text(text)
            for puzzle in (text, file, str(file)):
                assert str(Solver(puzzle).solve(start)) == solution
            assert cubepdb.definition(file) == cubepdb.definition(name)


def test_goals_moves_and_costs(tmp_path: Path) -> None:
    assert str(Solver(moves="R,U").solve("R U2 R' U")) == "U' R U2 R'"
    slices = Solver(moves=["M=R L' x'", "U"])
    assert slices.moves == ("M", "M2", "M'", "U", "U2", "U'") and str(slices.solve("U M")) == "M' U'"
    assert Solver(moves="R,U", metric="qtm").solve("R2").moves == ("R", "R")
    assert Solver(goal="EDGES:4-7", up_to="D").solve("D R").moves == ("R'",)
    assert Solver(goal=["EDGES:4-7", "solved"]).goal == "EDGES:4-7 or solved"
    assert Solver(to="R U F").solve(origin="R U").moves == ("F",)
    (tmp_path / "costs").write_text("# a comment\nU2=3\n")
    for costs in ("U2=3", {"U2": 3}, tmp_path / "costs"):
        solver = Solver(costs=costs)
        found = solver.solve("U2")
        assert found.moves == ("U", "U") and found.cost == 2 and solver.costs["U2"] == 3 and solver.costs["R"] == 1
    assert len(Solver(moves="R,L,U").solve("R L", all=True).solutions) == 1


def test_patterns_are_goals_and_origins(tmp_path: Path) -> None:
    distances = cubepdb.distances("2x2x2", moves="R,U", max_cost=4)
    solver = Solver("2x2x2", moves="R,U")
    (tmp_path / "pattern").write_text(distances.antipodes[0])
    for origin in (distances.antipodes[0], tmp_path / "pattern"):
        assert solver.solve(origin=origin).cost == 4
    assert len(distances.antipodes) == 20
    there = Solver("2x2x2", moves="R,U", to=distances.antipodes[1])
    back = there.solve()
    assert back.cost == 4 and there.solve(str(back)).cost == 0


def test_cubes_and_solutions_are_positions() -> None:
    cube, solver = Cube("R U F"), Solver()
    there = cubepdb.solve(cube)
    for found in (solver.solve(cube), solver.solve(origin=cube), solver.solve(["R", "U", "F"]), solver.solve(cube.facelets)):
        assert str(found) == "F' U' R'" and found.cube is not None and found.cube.apply(found).is_solved
    assert solver.solve(there, origin=cube).cost == 0 == solver.solve(solver.solve(cube), origin=cube).cost
    for to in (cube, "R U F", ["R", "U", "F"], cubepdb.quick("F' U' R'")):
        assert str(Solver(to=to).solve("R")) == "U F"
    assert cubepdb.distances("3x3x3", to=cube, max_cost=1).counts == (1, 18)
    with pytest.raises(CubeError, match="nothing comes before it"):
        solver.solve(cube, origin="R")
    with pytest.raises(UsageError, match="a Cube is a position of the 3x3x3"):
        Solver("megaminx").solve(cube)
    for wrong in (cubepdb.scramble(1), 3, [3]):
        with pytest.raises(TypeError, match="a position is a Cube, or moves as a str, a Solution or a list of str, not"):
            solver.solve(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a position is a Cube, or moves"):
            solver.solve(origin=wrong)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        solver.solve(origin=Path("none.json"))


def test_origins_and_ends_are_texts_in_any_notation() -> None:
    facelets = Cube("R U F").to("facelets")
    for text in (facelets, Cube("R U F").to("reid"), "R U F"):
        assert str(Solver(to=text).solve(origin="R U")) == "F"
        assert str(Solver().solve(origin=text, scramble="F'")) == "U' R'"
    with pytest.raises(CubeError):
        Solver(to=facelets[1:])


def test_answers_are_sequences_of_moves() -> None:
    for found in (cubepdb.solve("R U F", pdb=[]), Solver().solve("R U F")):
        assert found[0] == "F'" and found[1:] == ("U'", "R'") and "U'" in found
        assert list(reversed(found)) == ["R'", "U'", "F'"] and f"{found:>12}" == f"{str(found):>12}"


def test_good_solutions_of_goals() -> None:
    hard = cubepdb.scramble(seed=5)[0]
    solver = Solver(goal="f2l")
    with pytest.raises(LimitReached):
        solver.solve(hard, max_nodes=1000)
    found = solver.solve(hard, max_nodes=1000, anytime=True)
    assert not found.optimal and found.incomplete == "node limit" and found.lower_bound < found.cost <= 22
    assert found.cube is not None and solver.solve(found.cube.apply(found)).cost == 0
    assert solver.solve("R U F", anytime=True).optimal


def test_cubes_without_centres_are_solved_in_any_hold() -> None:
    for puzzle, start, held in (("2x2x2", "R L' U", 3), ("4x4x4", "Rw Lw' U", 3)):
        assert str(Solver(puzzle).solve(start)) == "U'" and Solver(puzzle, up_to="").solve(start).cost == held


def test_moves_are_read_as_the_cube_is_held() -> None:
    held = "Rw U F"
    assert str(Solver().solve(held)) == str(Solver(up_to="x,y").solve(held)) == "F' U' L'"
    assert str(Solver().solve(Cube(held))) == "D' F' L'" and cubepdb.solve(held).moves == ("D'", "F'", "L'")
    assert str(Solver(moves="R,U").solve("z2 R U R")) == "R' U' R'"
    with pytest.raises(CubeError, match="the CORNERS at UFR, UFL") as caught:
        Solver(moves="R,U").solve("F")
    assert caught.value.code == "unreachable"


def test_a_table_in_memory_is_not_for_a_solver(edges: cubepdb.Table) -> None:
    for wrong in (edges, [edges]):
        with pytest.raises(TypeError) as caught:
            Solver(pdb=wrong)  # type: ignore[arg-type]
        expected = "pdb of a Solver is a path of tables that `pdbgen pattern` makes, or a list of paths, not Table"
        assert str(caught.value) == f"{expected}; a Table is for solve(cube, pdb=table)"
    with pytest.raises(TypeError, match="a list of paths, not int"):
        Solver(pdb=3)  # type: ignore[arg-type]


def test_goals_have_names() -> None:
    goals = {goal.name: goal for goal in cubepdb.goals()}
    assert goals["cross"].usual == ("D",) and sorted(goals["cross"].places) == sorted("URFDLB")
    assert goals["cross"].description.startswith("the four edges of a face") and len(goals["xcross"].places) == 24
    assert goals["ll"].places == goals["ll"].usual == ()
    for goal in goals.values():
        for place in goal.places[-1:] or [""]:
            assert Solver(goal=f"{goal.name}:{place}".removesuffix(":")).goal.startswith(goal.name)


def test_cubes_are_solved_as_far_as_they_are_known() -> None:
    # The cross after R, and centres.
    cross = "????U???????RR????????FD?F??D?DD??D?????L??L?????B??B?"
    solution = Solver().solve(cross)
    assert str(solution) == "R'" and solution.optimal
    assert str(Solver(goal="cross").solve(cross)) == "R'"
    assert str(Solver(moves="R,U").solve(cross)) == "R'"
    assert Solver(up_to="R").solve(cross).cost == 0
    with pytest.raises(CubeError, match=r"Solver\(\).solve solves it as far as it is known") as told:
        cubepdb.solve(cross)
    assert told.value.code == "unknown-stickers"
    with pytest.raises(CubeError, match="paint these, too"):
        Solver(goal="f2l").solve(cross)


def test_damaged_default_tables_are_table_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUBEPDB_CACHE", str(tmp_path))
    cubepdb.solve("R", heuristic="corners")
    path = tmp_path / "corners.pdb"
    entries = bytearray(path.read_bytes())
    entries[len(entries) // 2] ^= 1
    path.write_bytes(entries)
    # More moves than are found before the table is loaded.
    hard = "F2 L' U' F2 D2 B' L B D R' U2 F' R U' L2 D B2 R' D2"
    for solve in (cubepdb.solve, Solver().solve):
        with pytest.raises(TableError, match="corners.pdb: damaged"):
            solve(hard)


def test_solutions_of_cubes_are_pictures() -> None:
    found = Solver(goal="cross").solve("R U F", all=True)
    assert repr(found).startswith(f"<cubepdb.PuzzleSolution of 3x3x3: {found}, cost 2") and "Iteration" not in repr(found)
    assert found.cube == Cube("R U F") and found.cube.apply(found).facelets[28:36:2] == "DDDD"
    others = [Solver("4x4x4").solve("Rw U"), Solver("2x2x2").solve("R", origin="U")]
    for solution in (found, *others):
        assert str(solution._repr_svg_()).startswith("<svg")
    assert others[1].cube == Cube("U R", size=2)
    # Held in another way, with moves that no cube has, given as a pattern, or no cube.
    pattern = cubepdb.distances("2x2x2", max_cost=1).antipodes[0]
    for solution in (
        Solver(goal="cross").solve("R U F z2"),
        Solver(moves="M=R L' x',U").solve("M U"),
        Solver("2x2x2").solve(origin=pattern),
        Solver("skewb").solve("UFR"),
    ):
        assert solution.cube is None and solution._repr_svg_() is None


def test_memory_that_is_too_little_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with pytest.raises(MemoryError, match=r"pdb=\[\]"):
        Solver(max_memory=10**8)
    assert Solver(max_memory=10**8, pdb=[]).solve("R U F").cost == 3


def test_answers_do_not_depend_on_threads() -> None:
    found = [Solver("skewb", threads=threads).solve("UFR UFL' DFR UBR", deterministic=True) for threads in (1, 3)]
    assert found[0].solutions == found[1].solutions and [each.threads for each in found] == [1, 3]


def test_faults_of_questions() -> None:
    for arguments, message in (
        ({"puzzle": "pentagon"}, "there is no puzzle and no file `pentagon`; cubepdb.puzzles() lists the puzzles"),
        ({"puzzle": "megaminks"}, "there is no puzzle and no file `megaminks`; did you mean `megaminx`?"),
        ({"goal": "fish"}, "; cubepdb.goals() lists the goals of the 3x3x3 that have names"),
        ({"goal": "cros"}, "there is no goal named `cros`; did you mean `cross`?"),
        ({"goal": "xcros:DFR"}, "; did you mean `xcross`?"),
        ({"to": Cube(size=4)}, "a Cube is a position of the 3x3x3"),
        ({"puzzle": "megaminx", "to": Cube("R")}, "a Cube is a position of the 3x3x3"),
        ({"puzzle": "Name X\nSet"}, "puzzle: line 2: write `Set NAME PLACES ORIENTATIONS`"),
        ({"moves": "R,X"}, "moves: `X` is not a move of 3x3x3"),
        ({"goal": "EDGES:12"}, "goal: EDGES has no piece 12: they are 0 to 11"),
        ({"costs": {"R": 0}}, "cost: `R=0` is not a cost"),
        ({"up_to": "Q"}, "up-to: `Q` is not a move"),
        ({"to": "Q"}, "to: `Q` is not a move"),
        ({"metric": "stm"}, "stm"),
        ({"threads": 0}, "threads=0"),
    ):
        with pytest.raises(UsageError) as refused:
            Solver(**arguments)
        assert message in str(refused.value)
    with pytest.raises(FileNotFoundError):
        Solver(Path("3x3x3"))
    with pytest.raises(UsageError):
        cubepdb.definition("skewb", format="json")  # type: ignore[arg-type]
    for wrong in (3, [1]):
        with pytest.raises(TypeError):
            Solver(wrong)  # type: ignore[arg-type]


def test_starts_and_limits() -> None:
    solver = Solver(moves="R,U")
    for start, code, column, message in (
        ("R Q", "bad-move", 3, "`Q` is not a move (column 3)"),
        ("F", "unreachable", None, "the goal cannot be reached with these moves: "),
    ):
        with pytest.raises(CubeError) as refused:
            solver.solve(start)
        assert (refused.value.code, refused.value.column) == (code, column)
        assert message in str(refused.value)
    with pytest.raises(NoSolution) as proven:
        solver.solve("R U", max_cost=1)
    assert (proven.value.lower_bound, str(proven.value)) == (2, "no solution within 1 move (proven)")
    with pytest.raises(NoSolution) as proven:
        Solver(moves="R,U", costs="R=3").solve("R U", max_cost=3)
    assert str(proven.value) == "no solution within 3 units of cost (proven)"
    with pytest.raises(LimitReached) as stopped:
        Solver("megaminx").solve(HARD, timeout=0.3)
    assert stopped.value.reason == "time limit" and stopped.value.lower_bound > 3
    with pytest.raises(UsageError):
        solver.solve("R", slack=1)
    with pytest.raises(CubeError) as refused:
        Solver(goal="cross").solve("UUUUXUUUULRULRULRUUFFDFFRFFBUUBDDBRRRRRLLLDDDBBDBBUBBL")
    assert (refused.value.place, refused.value.column) == ("column 5", 5)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_leaves_the_threads_of_a_solver_behind() -> None:
    solver = Solver(moves="R,U", threads=2)
    assert solver.solve("R").cost == 1
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            solver.solve("R")
            told = "solved"
        except UsageError as refused:
            told = str(refused)
        os.write(writing, told.encode())
        os._exit(0)
    os.close(writing)
    assert "make one in each process" in os.read(reading, 1000).decode()
    os.waitpid(child, 0)


def test_progress_and_interrupts() -> None:
    reports: list[SearchProgress | TableProgress] = []
    with pytest.raises(LimitReached):
        Solver("megaminx").solve(HARD, timeout=0.5, progress=reports.append)
    bounds = [report.bound for report in reports if isinstance(report, SearchProgress)]
    assert len(bounds) > 3 and bounds == sorted(bounds)

    def stop(_: object) -> None:
        raise ValueError("enough")

    with pytest.raises(ValueError, match="enough"):
        Solver("megaminx").solve(HARD, progress=stop)
    with pytest.raises(ValueError, match="enough"):
        cubepdb.distances("megaminx", progress=stop)
    works: list[Callable[[], object]]
    works = [lambda: Solver("megaminx").solve(HARD), lambda: cubepdb.distances("megaminx"), lambda: cubepdb.distances("2x2x2")]
    for work in works:
        timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()
        timer.join()


def test_tables_are_kept_and_read(tmp_path: Path) -> None:
    start, cache = "R U F R' U2 F' R2 U F2 R U' F R U2 F' R U", tmp_path / "cache"
    first = Solver(moves="R,U,F", cache=cache).solve(start)
    assert first.cost == 17 and str(Solver(moves="R,U,F", cache=str(cache)).solve(start)) == str(first)
    files = sorted((cache / "questions").glob("*.pdb"))
    assert len(files) == 3 and all(file.name.startswith("3x3x3-") for file in files)
    assert Solver(moves="R,U,F", pdb=[files[0], files[1]]).solve(start).cost == 17
    assert Solver(moves="R,U,F", pdb=cache / "questions").solve(start).cost == 17
    with pytest.raises(TableError, match="other moves"):
        Solver(moves="R,U,L", pdb=files[0])
    with pytest.raises(TableError, match="no such table"):
        Solver(pdb=tmp_path / "none.pdb")
    damaged = files[0].read_bytes()[:-1]
    files[0].write_bytes(damaged)
    with pytest.raises(TableError):
        Solver(moves="R,U,F", pdb=files[0])


def test_distances_are_the_published_ones() -> None:
    reports: list[DistanceProgress] = []
    pyraminx = cubepdb.distances("pyraminx-tipless", progress=reports.append)
    known = (1, 8, 48, 288, 1728, 9896, 51808, 220111, 480467, 166276, 2457, 32)
    assert pyraminx.counts == known and pyraminx.complete and pyraminx.states == sum(known) == 933120
    assert reports[-1].positions == known[reports[-1].distance]
    cross = cubepdb.distances("3x3x3", goal="EDGES:4-7")
    assert cross.counts == (1, 15, 158, 1394, 9809, 46381, 97254, 34966, 102) and cross.ended == "complete"
    some = cubepdb.distances("2x2x2", moves="U,R,F", metric="qtm", max_cost=4)
    assert (some.counts, some.ended) == ((1, 6, 27, 120, 534), "max_cost")
    little = cubepdb.distances("megaminx", max_memory=1 << 20)
    # In two bits a position: 42 bytes each would be 150 MB.
    for metric, farthest in (("htm", 11), ("qtm", 14)):
        pocket = cubepdb.distances("2x2x2", moves="R,U,F", metric=metric, max_memory=20_000_000)  # type: ignore[arg-type]
        assert pocket.complete and sum(pocket.counts) == 3_674_160 and len(pocket.counts) - 1 == farthest
    assert little.ended == "memory" and little.counts[:2] == (1, 48)


def test_built_in_puzzles() -> None:
    puzzles = {puzzle.name: puzzle for puzzle in cubepdb.puzzles()}
    assert len(puzzles) >= 27 and puzzles["megaminx"].description.startswith("dodecahedron")
    assert puzzles["3x3x3"].states == 43252003274489856000
    assert puzzles["2x2x2"].states is not None and puzzles["square-1"].states is None
    assert cubepdb.distances("square-1", max_cost=1).states is None
    cube = puzzles["3x3x3"]
    assert cube.moves == ("U", "R", "F", "D", "L", "B")
    assert {orbit.name: (orbit.places, orbit.orientations) for orbit in cube.orbits}["EDGES"] == (12, 2)
