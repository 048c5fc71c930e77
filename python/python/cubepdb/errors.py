"""Exceptions, one class for each exit status of the programs.

What Python has classes for is raised as those: ``OSError`` and its subclasses where reading or writing fails (status 5),
``MemoryError`` where memory or threads are missing (6), ``KeyboardInterrupt`` for Ctrl-C (130).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from cubepdb.solution import Solution


class Error(Exception):
    """Any failure of this package.

    Attributes
    ----------
    exit_status : int
        What the program ``solve`` would end with.
    """

    exit_status: ClassVar[int] = 70


class UsageError(Error, ValueError):
    """The arguments make no sense."""

    exit_status: ClassVar[int] = 2


class CubeError(Error, ValueError):
    """A text that is no cube, or one that cannot be solved.

    Of a puzzle: moves that are none, or from which the goal cannot be reached; the latter have a code alone.

    Attributes
    ----------
    code : str
        Stable name of the class of error.
    place : str or None
        Where it is wrong: a column, or a slot of the cube.
    line, column : int or None
        The character, counted from 1.
    caret : str or None
        The line, and below it a caret under the column.
    """

    exit_status: ClassVar[int] = 3

    def __init__(
        self,
        message: str,
        *,
        code: str = "",
        place: str | None = None,
        line: int | None = None,
        column: int | None = None,
        caret: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.place = place
        self.line = line
        self.column = column
        self.caret = caret


class TableError(Error):
    """A table is missing, damaged, for another metric, or proven wrong."""

    exit_status: ClassVar[int] = 4


class NoSolution(Error):
    """Proven: there is no solution within the maximum depth or cost.

    Attributes
    ----------
    lower_bound : int
        No solution is shorter.
    nodes : int
        Nodes that were searched.
    solution : Solution or None
        A good one, which is longer than was asked for; of `quick` alone.
    """

    exit_status: ClassVar[int] = 1

    def __init__(
        self, message: str, *, lower_bound: int = 0, nodes: int = 0, solution: Solution | None = None
    ) -> None:
        super().__init__(message)
        self.lower_bound = lower_bound
        self.nodes = nodes
        self.solution = solution


class LimitReached(Error):
    """A limit stopped the search before it found a solution.

    Attributes
    ----------
    lower_bound : int
        No solution is shorter; proven.
    nodes : int
        Nodes that were searched.
    reason : str
        Which limit.
    """

    exit_status: ClassVar[int] = 7

    def __init__(self, message: str, *, lower_bound: int = 0, nodes: int = 0, reason: str = "") -> None:
        super().__init__(message)
        self.lower_bound = lower_bound
        self.nodes = nodes
        self.reason = reason


class InternalError(Error, RuntimeError):
    """A fault in the library: nothing is proven."""
