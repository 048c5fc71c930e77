"""What a search has found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, SupportsIndex, overload

if TYPE_CHECKING:
    from cubepdb._native import Cube
    from cubepdb.puzzle import PuzzleSolution


@dataclass(frozen=True, kw_only=True, slots=True)
class Iteration:
    """The search for solutions of one length.

    Attributes
    ----------
    bound : int
        The length.
    nodes, expanded : int
        Nodes generated, and those whose children were made.
    lookups : int
        Table entries read.
    duplicates : int
        Nodes that a transposition table cut off.
    completed : bool
        The whole tree was searched: the counts are then the same on any number of threads.
    seconds : float
        Wall time.
    subtrees : int
        Subtrees that were handed to threads.
    steals : int
        Subtrees, or parts of a path, taken from another thread.
    waited_seconds : float
        Time that threads waited for shared data and for the last one, summed over them.
    """

    bound: int
    nodes: int
    expanded: int
    lookups: int
    duplicates: int
    completed: bool
    seconds: float
    subtrees: int
    steals: int
    waited_seconds: float


class Answer:
    """The moves of a first solution: an answer is a sequence of them."""

    __slots__ = ()
    solutions: tuple[tuple[str, ...], ...]
    record: dict[str, Any]

    @property
    def moves(self) -> tuple[str, ...]:
        """The first solution."""
        return self.solutions[0]

    @property
    def nodes(self) -> int:
        """Nodes of the search tree that were generated."""
        return int(self.record["nodes"])

    @property
    def lookups(self) -> int:
        """Entries of tables that were read."""
        return int(self.record["lookups"])

    @property
    def seconds(self) -> float:
        """Time of the search, without that for loading tables."""
        return float(self.record["seconds"])

    @property
    def threads(self) -> int:
        """Worker threads."""
        return int(self.record["threads"])

    def __iter__(self) -> Iterator[str]:
        """Iterates over the moves of the first solution."""
        return iter(self.moves)

    def __len__(self) -> int:
        """Returns the number of moves of the first solution."""
        return len(self.moves)

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> str: ...
    @overload
    def __getitem__(self, at: slice, /) -> tuple[str, ...]: ...
    def __getitem__(self, at: SupportsIndex | slice, /) -> str | tuple[str, ...]:
        """Returns a move of the first solution, or for a slice several of them."""
        return self.moves[at]

    def __format__(self, form: str, /) -> str:
        """Returns what `str` does, in the width of an f-string."""
        return format(str(self), form)


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class Solution(Answer):
    """Shortest solutions of a cube, or a good one. Iterates over the moves of the first one; notebooks show it as a picture.

    Two are equal if the cubes and the answers are, whatever the searches took.

    Attributes
    ----------
    cube : Cube
        The cube that is solved.
    solutions : tuple of tuple of str
        The moves of each, the shortest first. Each was replayed on the cube.
    length : int
        Length of the shortest in the metric.
    metric : str
        ``htm`` or ``qtm``.
    optimal : bool
        The length is proven to be the least: always true, except for `quick` and ``anytime=True``.
    incomplete : str or None
        The limit that ended a search for all solutions, or for a deterministic one: there may be more, or an earlier one.
    lower_bound : int
        No solution is shorter.
    iterations : tuple of Iteration
        The lengths that were searched, one after the other.
    tables : tuple of str
        Names of the tables that were asked.
    record : dict
        All that ``solve --output jsonl`` would write for this cube alone, as ``docs/schema/solve.json`` describes it:
        ``record["input"]`` is the text that was given, or the facelets of a `Cube`, and ``record["search"]`` says what was run.
        The ``id`` is always 1: the program numbers the cubes of one run.
    """

    cube: Cube
    solutions: tuple[tuple[str, ...], ...]
    length: int
    metric: str
    optimal: bool
    incomplete: str | None
    lower_bound: int
    iterations: tuple[Iteration, ...] = field(compare=False)
    tables: tuple[str, ...] = field(compare=False)
    record: dict[str, Any] = field(compare=False, repr=False)

    def _repr_svg_(self) -> str:
        """Returns a picture of the cube, and of its state after each move."""
        return self.cube.svg(str(self))

    def __repr__(self) -> str:
        """Returns the first solution in brackets, without the lists."""
        return f"<cubepdb.Solution {self}{counted(self)}>"

    def __str__(self) -> str:
        """The first solution and its length, as the program ``solve`` prints them and `Cube.apply` reads them.

        Two equal quarter turns are one half turn, as people turn it: ``U2 (2q)``.
        """
        unit = "q" if self.metric == "qtm" else "f"
        return " ".join([*_merged(self.moves), f"({self.length}{unit})"])


def counted(found: Solution | PuzzleSolution) -> str:
    """What a ``repr`` says of an answer behind its first solution."""
    number = len(found.solutions)
    several = f", the first of {number} solutions" if number > 1 else ""
    return several + (", optimal" if found.optimal else f", lower bound {found.lower_bound}")


def _merged(moves: Iterable[str]) -> list[str]:
    """Moves with half turns in place of two equal quarter turns; where there are half turns, no two neighbours are equal."""
    merged: list[str] = []
    for move in moves:
        if merged and merged[-1] == move:
            merged[-1] = move.removesuffix("'") + "2"
        else:
            merged.append(move)
    return merged
