import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Literal, TypeAlias, final

import numpy as np
import numpy.typing as npt
from typing_extensions import Self

from cubepdb.progress import DistanceProgress, SearchProgress, TableProgress
from cubepdb.puzzle import Distances, Goal, Puzzle, PuzzleSolution
from cubepdb.scrambles import Scrambles
from cubepdb.solution import Solution

__all__ = [
    "Cube",
    "Solver",
    "Table",
    "build",
    "check",
    "convert",
    "default_table",
    "definition",
    "distances",
    "goals",
    "open_table",
    "puzzles",
    "quick",
    "scramble",
    "solve",
]

_Format: TypeAlias = Literal["auto", "moves", "facelets", "reid", "nissy", "pieces", "colours"]
_Target: TypeAlias = Literal["moves", "facelets", "reid", "nissy", "pieces", "colours"]
_Metric: TypeAlias = Literal["htm", "qtm"]
_Path: TypeAlias = str | os.PathLike[str]
# A str, a list of them, a `Solution` or a `PuzzleSolution`.
_Moves: TypeAlias = str | Iterable[str]

@final
class Cube:
    def __new__(
        cls,
        text: str | Sequence[str] = "",
        *,
        format: _Format = "auto",
        size: int = 3,
        lowercase: Literal["wide", "slice", "face"] | None = None,
        niss: bool = False,
    ) -> Self: ...
    @property
    def size(self) -> int: ...
    @property
    def facelets(self) -> str: ...
    @property
    def is_solved(self) -> bool: ...
    def to(self, format: _Target) -> str: ...
    def apply(self, moves: _Moves) -> Cube: ...
    def svg(self, moves: _Moves | None = None) -> str: ...
    def _repr_svg_(self) -> str: ...
    def inverse(self) -> Cube: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Solver:
    def __new__(
        cls,
        puzzle: _Path | None = None,
        *,
        goal: _Path | Iterable[_Path] | None = None,
        moves: str | Iterable[str] | None = None,
        costs: _Path | Mapping[str, int] | None = None,
        metric: _Metric | None = None,
        up_to: str | Iterable[str] | None = None,
        to: Cube | _Moves | os.PathLike[str] | None = None,
        threads: int | None = None,
        max_memory: int | None = None,
        pdb: _Path | Iterable[_Path] | None = None,
        cache: _Path | None = None,
    ) -> Self: ...
    @property
    def puzzle(self) -> str: ...
    @property
    def goal(self) -> str: ...
    @property
    def moves(self) -> tuple[str, ...]: ...
    @property
    def costs(self) -> dict[str, int]: ...
    def solve(
        self,
        scramble: Cube | _Moves | None = None,
        *,
        origin: Cube | _Moves | os.PathLike[str] | None = None,
        max_cost: int | None = None,
        all: bool = False,
        slack: int = 0,
        timeout: float | None = None,
        max_nodes: int | None = None,
        deterministic: bool = False,
        anytime: bool = False,
        progress: bool | Callable[[TableProgress | SearchProgress], object] | None = None,
    ) -> PuzzleSolution: ...

@final
class Table:
    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> Literal["corners", "edges", "edge-permutation", "h48"]: ...
    @property
    def pieces(self) -> str: ...
    @property
    def spec(self) -> str: ...
    @property
    def metric(self) -> _Metric: ...
    @property
    def bits(self) -> int: ...
    @property
    def entries(self) -> int: ...
    @property
    def nbytes(self) -> int: ...
    @property
    def distribution(self) -> list[int]: ...
    @property
    def mean(self) -> float: ...
    @property
    def path(self) -> Path | None: ...
    @property
    def is_mapped(self) -> bool: ...
    def index(self, cube: Cube | str) -> int: ...
    def lookup(self, cube: Cube | str) -> int: ...
    def view(self) -> npt.NDArray[np.uint8]: ...
    def depths(self, start: int = 0, stop: int | None = None) -> npt.NDArray[np.uint8]: ...
    def verify(self, *, threads: int | None = None) -> None: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

def check(
    text: Cube | str,
    *,
    format: _Format = "auto",
    size: int = 3,
    lowercase: Literal["wide", "slice", "face"] | None = None,
    niss: bool = False,
) -> Cube: ...
def convert(cube: Cube | str, to: _Target, *, format: _Format = "auto", size: int = 3) -> str: ...
def scramble(
    count: int = 1, seed: int | None = None, *, keep: _Path | Iterable[_Path] | None = None
) -> Scrambles: ...
def solve(
    cube: Cube | str,
    *,
    metric: _Metric | None = None,
    pdb: Table | _Path | Iterable[Table | _Path] | None = None,
    heuristic: str | None = None,
    threads: int | None = None,
    max_depth: int | None = None,
    all: bool = False,
    slack: int = 0,
    timeout: float | None = None,
    max_nodes: int | None = None,
    deterministic: bool = False,
    anytime: bool = False,
    format: _Format = "auto",
    size: int = 3,
    moves: Literal["wca", "slices"] | None = None,
    progress: bool | Callable[[TableProgress | SearchProgress], object] | None = None,
) -> Solution: ...
def quick(
    cube: Cube | str, *, at_most: int | None = None, timeout: float | None = None, format: _Format = "auto"
) -> Solution: ...
def open_table(path: _Path, *, load: Literal["auto", "copy", "mmap"] = "auto", check: bool = True) -> Table: ...
def build(
    kind: Literal["corners", "edges", "edge-permutation", "h48"],
    path: _Path | None = None,
    *,
    metric: _Metric | None = None,
    pieces: str | Iterable[str] | None = None,
    level: int | None = None,
    threads: int | None = None,
    max_memory: int | None = None,
    overwrite: bool = False,
    resume: bool = False,
    progress: bool | Callable[[TableProgress], object] | None = None,
) -> Table: ...
def default_table(
    metric: _Metric | None = None,
    *,
    threads: int | None = None,
    max_memory: int | None = None,
    progress: bool | Callable[[TableProgress], object] | None = None,
) -> Table: ...
def puzzles() -> list[Puzzle]: ...
def goals() -> list[Goal]: ...
def definition(puzzle: _Path, *, format: Literal["tws", "kpuzzle"] = "tws") -> str: ...
def distances(
    puzzle: _Path,
    *,
    goal: _Path | Iterable[_Path] | None = None,
    moves: str | Iterable[str] | None = None,
    costs: _Path | Mapping[str, int] | None = None,
    metric: _Metric | None = None,
    up_to: str | Iterable[str] | None = None,
    to: Cube | _Moves | os.PathLike[str] | None = None,
    max_cost: int | None = None,
    max_memory: int | None = None,
    threads: int | None = None,
    progress: bool | Callable[[DistanceProgress], object] | None = None,
) -> Distances: ...
