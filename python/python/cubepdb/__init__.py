"""Optimal solutions of Rubik's-type cubes, and pattern databases as arrays."""

from importlib.metadata import version as _version

from cubepdb._native import Cube, Table, build, check, convert, default_table, open_table, scramble, solve
from cubepdb.errors import CubeError, Error, InternalError, LimitReached, NoSolution, TableError, UsageError
from cubepdb.progress import SearchProgress, TableProgress
from cubepdb.solution import Iteration, Solution

__version__ = _version("cubepdb")

__all__ = [
    "Cube",
    "CubeError",
    "Error",
    "InternalError",
    "Iteration",
    "LimitReached",
    "NoSolution",
    "SearchProgress",
    "Solution",
    "Table",
    "TableError",
    "TableProgress",
    "UsageError",
    "build",
    "check",
    "convert",
    "default_table",
    "open_table",
    "scramble",
    "solve",
]
