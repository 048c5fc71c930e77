"""Optimal solutions of Rubik's-type cubes, and pattern databases as arrays."""

from importlib.metadata import version as _version

from cubepdb._native import (
    Cube,
    Solver,
    Table,
    build,
    check,
    convert,
    default_table,
    definition,
    distances,
    goals,
    open_table,
    puzzles,
    quick,
    scramble,
    solve,
)
from cubepdb.errors import CubeError, Error, InternalError, LimitReached, NoSolution, TableError, UsageError
from cubepdb.progress import DistanceProgress, SearchProgress, TableProgress
from cubepdb.puzzle import Distances, Goal, Orbit, Puzzle, PuzzleSolution
from cubepdb.solution import Iteration, Solution

__version__ = _version("cubepdb")

__all__ = [
    "Cube",
    "CubeError",
    "DistanceProgress",
    "Distances",
    "Error",
    "Goal",
    "InternalError",
    "Iteration",
    "LimitReached",
    "NoSolution",
    "Orbit",
    "Puzzle",
    "PuzzleSolution",
    "SearchProgress",
    "Solution",
    "Solver",
    "Table",
    "TableError",
    "TableProgress",
    "UsageError",
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
