"""Reading, writing and turning cubes."""

import copy
import pickle
from collections.abc import Callable
from typing import Literal

import pytest

import cubepdb
from cubepdb import Cube, CubeError

STATE = "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB"


def test_all_notations_of_a_cube_agree() -> None:
    cube = cubepdb.check("R U R' U'")
    assert cube.facelets == str(cube) == STATE
    assert cubepdb.check(STATE) == cubepdb.check("[R, U]") == cubepdb.check(cube) == cube
    assert cubepdb.convert("R U R' U'", "nissy") == "WFCDERQH=AECDIFGHBJKL=A"
    formats: list[Literal["moves", "facelets", "reid", "nissy", "pieces", "colours"]]
    formats = ["moves", "facelets", "reid", "nissy", "pieces", "colours"]
    for name in formats:
        assert Cube(cube.to(name), format=name) == Cube(cube.to(name)) == cube


def test_what_is_wrong_is_told_with_its_place() -> None:
    with pytest.raises(CubeError, match=r"`Q` is not a move \(column 6\)") as caught:
        cubepdb.check("R U2 Q F")
    error = caught.value
    assert (error.code, error.place, error.line, error.column) == ("bad-move", "column 6", 1, 6)
    assert error.caret == "R U2 Q F\n     ^"
    assert isinstance(error, ValueError) and error.exit_status == 3


def test_a_cube_that_cannot_be_solved_is_told_with_its_slot() -> None:
    twisted = "UUUUUUUUFURRRRRRRRFFRFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB"
    with pytest.raises(CubeError) as caught:
        cubepdb.check(twisted)
    assert caught.value.code == "twist-parity" and caught.value.column is None
    with pytest.raises(CubeError) as caught:
        cubepdb.check("UU", format="facelets")
    assert caught.value.code == "facelet-count"


def test_wrong_arguments_are_usage_errors() -> None:
    for call in (
        lambda: cubepdb.check("R", format="moofs"),  # type: ignore[arg-type]
        lambda: cubepdb.check("R", size=8),
        lambda: cubepdb.check("R", size=-(10**12)),
        lambda: cubepdb.check("r", lowercase="tiny"),  # type: ignore[arg-type]
        lambda: cubepdb.convert("R", "auto"),  # type: ignore[arg-type]
        lambda: cubepdb.convert("R", "reid", size=4),
        lambda: cubepdb.scramble(-1),
        lambda: cubepdb.scramble(1, keep=[]),
        lambda: Cube(size=4).inverse(),
    ):
        with pytest.raises(cubepdb.UsageError) as caught:
            call()
        assert caught.value.exit_status == 2


def test_numbers_out_of_range_are_named() -> None:
    wrong: list[tuple[str, Callable[[], object]]] = [
        (r"size=-1000000000000 is not between 2 and 7", lambda: cubepdb.check("R", size=-(10**12))),
        (r"size is not between 2 and 7", lambda: Cube(size=10**30)),
        (r"size is not between", lambda: cubepdb.convert("R", "reid", size=-(10**30))),
        (r"count=-1 is not between 0 and", lambda: cubepdb.scramble(-1)),
        (r"count is not between", lambda: cubepdb.scramble(10**30)),
        (r"seed=-1 is not between 0 and 18446744073709551615", lambda: cubepdb.scramble(1, seed=-1)),
        (r"seed is not between", lambda: cubepdb.scramble(1, seed=1 << 64)),
    ]
    for message, call in wrong:
        with pytest.raises(cubepdb.UsageError, match=f"^{message}"):
            call()
    assert cubepdb.scramble(1, seed=(1 << 64) - 1) != cubepdb.scramble(1, seed=(1 << 63) - 1)


def test_what_is_no_cube_by_its_type_is_told_in_a_sentence() -> None:
    calls: list[Callable[[], object]] = [
        lambda: cubepdb.solve(5),  # type: ignore[arg-type]
        lambda: cubepdb.convert(5, "reid"),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value) == "a cube is a Cube or a str, not int"
    several = "; give one at a time, as in [solve(cube) for cube in cubes]"
    of_moves = "; solution.cube is the cube of a solution, and Cube().apply(moves) the one that moves make"
    for wrong, told in ((cubepdb.scramble(2), several), (["R", "U"], of_moves), (cubepdb.quick("R"), of_moves)):
        with pytest.raises(TypeError) as caught:
            cubepdb.solve(wrong)  # type: ignore[arg-type]
        assert str(caught.value) == f"a cube is a Cube or a str, not {type(wrong).__name__}{told}"
    for nothing in (5, [1], [Cube()]):
        with pytest.raises(TypeError, match="moves are a str, a Solution or a list of str, not"):
            Cube().apply(nothing)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        cubepdb.scramble(1.5)  # type: ignore[arg-type]


def test_a_cube_is_made_from_a_list_of_moves() -> None:
    assert Cube(["R", "U"]) == Cube(("R", "U")) == Cube("R U") and Cube([]).is_solved and Cube().is_solved
    for wrong, told in (
        (5, "int"),
        ([1], "list"),
        (Cube(), "Cube; it never changes, so it can be used as it is"),
        (cubepdb.quick("R"), "Solution; solution.cube is the cube of a solution, and"),
        (cubepdb.scramble(2), "Scrambles; give one at a time"),
    ):
        with pytest.raises(TypeError) as caught:
            Cube(wrong)  # type: ignore[arg-type]
        assert str(caught.value).startswith(f"a Cube is made from a str or a list of moves, not {told}")


def test_how_to_read_a_text_is_not_for_a_cube() -> None:
    cube = Cube("R")
    calls: list[tuple[str, Callable[[], object]]] = [
        ("size=4: the Cube has 3 layers", lambda: cubepdb.solve(cube, size=4)),
        ("size=3: the Cube has 4 layers", lambda: cubepdb.solve(Cube(size=4), size=3)),
        ("size=4: the Cube has 3 layers", lambda: cubepdb.convert(cube, "reid", size=4)),
        ("size=4: the Cube has 3 layers", lambda: cubepdb.check(cube, size=4)),
        ("format is for texts, and this is a Cube", lambda: cubepdb.solve(cube, format="reid")),
        ("format is for texts, and this is a Cube", lambda: cubepdb.quick(cube, format="moves")),
        ("lowercase and niss are for texts, and this is a Cube", lambda: cubepdb.check(cube, niss=True)),
    ]
    for told, call in calls:
        with pytest.raises(cubepdb.UsageError) as caught:
            call()
        assert str(caught.value) == told
    assert cubepdb.solve(cube, size=3).length == 1 and cubepdb.check(Cube(size=4), size=4) == Cube(size=4)


def test_options_of_move_words() -> None:
    assert Cube("r", lowercase="face") == Cube("R") != Cube("r") == Cube("Rw")
    assert Cube("R (U F)", niss=True) == Cube("F' U' R")
    with pytest.raises(CubeError, match="not agreed on"):
        Cube("r", size=4)


def test_cubes_are_values() -> None:
    for cube in (Cube("R U2"), Cube("Rw 2U", size=4), Cube()):
        again = pickle.loads(pickle.dumps(cube))
        assert again == cube == copy.deepcopy(cube) == eval(repr(cube))
        assert hash(again) == hash(cube) and again.size == cube.size
    assert len({Cube("R R"), Cube("R2"), Cube("R2'"), Cube("R2 U")}) == 2
    assert Cube() != "" and Cube("U U'").is_solved and not Cube("U").is_solved


def test_turning() -> None:
    cube = Cube("R U").apply("F")
    assert cube == Cube("R U F")
    assert cube == Cube("R").apply(["U", "F"]) == Cube("R U F").apply([])
    # A turn of the whole cube counts within its call, as the docstring says.
    assert Cube().apply("x U") == Cube("F") != Cube().apply("x").apply("U") == Cube("U")
    assert cube.inverse() == Cube("F' U' R'") and cube.apply("F' U' R'").is_solved
    big = Cube("2R", size=5).apply("Uw")
    assert big == Cube("2R Uw", size=5) and big.apply("Uw' 2R'").is_solved
    for other in (cube, big):
        with pytest.raises(CubeError) as caught:
            other.apply("U  $")
        assert caught.value.column == 4


def test_random_cubes_have_a_seed() -> None:
    cubes = cubepdb.scramble(20, seed=1)
    assert cubes == cubepdb.scramble(20, 1) != cubepdb.scramble(20, 2)
    assert len(set(cubes)) == 20 and cubepdb.scramble(0) == []
    assert [Cube(line) for line in str(cubes).splitlines()] == cubes
    some = cubes[:2]
    assert [Cube(line) for line in str(some).splitlines()] == [cubes[0], cubes[1]] == list(some)
    assert str(cubes[-1:]) == cubes[-1].to("moves")
    kept = cubepdb.scramble(20, seed=1, keep="f2l")
    assert kept == cubepdb.scramble(20, seed=1, keep="f2l") and len(set(kept)) == 20
    assert all(cube.facelets[27:36] == "D" * 9 and cube.facelets[21:27] == "F" * 6 for cube in kept)
    with pytest.raises(cubepdb.UsageError, match="there is no cross:X"):
        cubepdb.scramble(keep="cross:X")
    assert cubepdb.scramble(count=1) != cubepdb.scramble()
