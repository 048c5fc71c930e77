"""What a `progress` callback is told."""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True, slots=True)
class TableProgress:
    """A default table is being made.

    Attributes
    ----------
    name : str
        The table.
    bytes : int
        What its entries will take.
    done : float
        The part that is done, 0 to 1.
    """

    name: str
    bytes: int
    done: float


@dataclass(frozen=True, kw_only=True, slots=True)
class SearchProgress:
    """A search is under way.

    Attributes
    ----------
    bound : int
        The length that is being searched. All shorter ones are proven impossible or, with ``slack``, hold the solutions that are
        known.
    nodes : int
        Nodes so far, a little behind.
    """

    bound: int
    nodes: int


@dataclass(frozen=True, kw_only=True, slots=True)
class DistanceProgress:
    """Positions at one more distance from a goal are counted.

    Attributes
    ----------
    distance : int
        The distance.
    positions : int
        The number of positions at it.
    """

    distance: int
    positions: int
