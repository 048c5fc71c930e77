"""Puzzles, and answers to questions about them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cubepdb.solution import Answer, Iteration, counted

if TYPE_CHECKING:
    from cubepdb._native import Cube


@dataclass(frozen=True, kw_only=True, slots=True)
class Orbit:
    """Pieces of one kind.

    Attributes
    ----------
    name : str
        The name that goals use.
    places : int
        The number of pieces, and of places for them.
    orientations : int
        The number of ways in which a piece can be turned at a place.
    """

    name: str
    places: int
    orientations: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Puzzle:
    """A puzzle that is built in.

    Attributes
    ----------
    name : str
        The name for `Solver`.
    description : str
        A line about it.
    orbits : tuple of Orbit
        Its pieces.
    moves : tuple of str
        Its moves, without their powers.
    states : int or None
        The number of positions that moves reach; ``None`` where rules forbid some.
    """

    name: str
    description: str
    orbits: tuple[Orbit, ...]
    moves: tuple[str, ...]
    states: int | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Goal:
    """A goal of the 3x3x3 that has a name.

    Attributes
    ----------
    name : str
        The name for the argument `goal`; ``NAME:PLACE`` is the goal at a place, and ``NAME:any`` the nearest of all.
    description : str
        A line about it.
    usual : tuple of str
        The places that are meant if none is named: any of them.
    places : tuple of str
        All of its places, as the faces of the cube as it is held; none for a goal of the whole cube.
    """

    name: str
    description: str
    usual: tuple[str, ...]
    places: tuple[str, ...] = field(repr=False)


@dataclass(frozen=True, kw_only=True, slots=True, repr=False)
class PuzzleSolution(Answer):
    """The cheapest ways from a position of a puzzle to a goal. Iterates over the moves of the first one; notebooks show that
    of a cube as a picture.

    Attributes
    ----------
    puzzle : str
        The name of the puzzle.
    cube : Cube or None
        The start, where the puzzle is a cube, the start is moves or facelets, and no moves were defined for the question.
    solutions : tuple of tuple of str
        The moves of each, the cheapest first. Each was made once more on the definition.
    cost : int
        The cost of the cheapest: the number of its moves, unless moves have costs.
    optimal : bool
        The cost is proven to be the least: always true, except for ``anytime=True``.
    incomplete : str or None
        The limit that ended a search for all solutions, or for a deterministic one: there may be more, or an earlier one.
    lower_bound : int
        No solution costs less.
    iterations : tuple of Iteration
        The costs that were searched, one after the other.
    record : dict
        What ``solve --puzzle --output jsonl`` would write, as ``docs/schema/solve.json`` describes it.
    """

    puzzle: str
    cube: Cube | None
    solutions: tuple[tuple[str, ...], ...]
    cost: int
    optimal: bool
    incomplete: str | None
    lower_bound: int
    iterations: tuple[Iteration, ...] = field(compare=False)
    record: dict[str, Any] = field(compare=False, repr=False)

    def _repr_svg_(self) -> str | None:
        """Returns a picture of the cube, and of its state after each move; none of other puzzles."""
        return None if self.cube is None else self.cube.svg(self)

    def __repr__(self) -> str:
        """Returns the first solution in brackets, without the lists."""
        return f"<cubepdb.PuzzleSolution of {self.puzzle}: {self}, cost {self.cost}{counted(self)}>"

    def __str__(self) -> str:
        """Returns the first solution as text, which the puzzle reads as a sequence of its moves."""
        return " ".join(self.moves)


@dataclass(frozen=True, kw_only=True, slots=True)
class Distances:
    """The number of positions at each distance from a goal.

    Attributes
    ----------
    puzzle, goal : str
        The question.
    counts : tuple of int
        The number of positions from which the goal is reached at each cost, but not at a lower one.
    ended : str
        The reason why there are no more: ``complete``, ``max_cost`` or ``memory``.
    states : int or None
        The number of positions that moves reach from the solved one, where it can be found without counting.
    antipodes : tuple of str
        Some of the positions at the last distance, as KPuzzle patterns.
    """

    puzzle: str
    goal: str
    counts: tuple[int, ...]
    ended: str
    states: int | None
    antipodes: tuple[str, ...] = field(repr=False)

    @property
    def complete(self) -> bool:
        """All positions are counted."""
        return self.ended == "complete"
