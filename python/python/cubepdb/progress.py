"""What a `progress` callback is told."""

import importlib
import sys
import time
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, kw_only=True, slots=True)
class TableProgress:
    """A table is being made that a search or `default_table` needs.

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
    lower_bound : int
        No solution is shorter; proven.
    nodes : int
        Nodes so far, a little behind.
    best : tuple of str, or None
        The moves of the best solution so far, with ``anytime=True``. It need not be a shortest one.
    """

    bound: int
    lower_bound: int
    nodes: int
    best: tuple[str, ...] | None = None


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


class ProgressBar:
    """What ``progress=True`` stands for: bars on standard error, those of tqdm where it is installed.

    It is told at any rate, and shows ten reports a second at the most.
    """

    _PAUSE = 0.1

    def __init__(self) -> None:
        """Shows nothing before the first report."""
        self._key: tuple[str, object] | None = None
        self._bar: Any = None
        self._shown = 0.0

    def __call__(self, report: "TableProgress | SearchProgress | DistanceProgress") -> None:
        """Shows a report."""
        key: tuple[str, object]
        options: dict[str, Any]
        if isinstance(report, TableProgress):
            key = ("table", report.name)
            options = {"desc": f"table {report.name}", "total": report.bytes, "unit": "B"}
            amount = int(report.done * report.bytes)
        elif isinstance(report, SearchProgress):
            key = ("length", report.bound)
            known = "" if report.best is None else f" ({len(report.best)} known)"
            options = {"desc": f"{report.bound} moves{known}", "total": None, "unit": " nodes"}
            amount = report.nodes
        else:
            key = ("distance", report.distance)
            options = {"desc": f"distance {report.distance}", "total": None, "unit": " positions"}
            amount = report.positions
        now = time.monotonic()
        if key == self._key and now - self._shown < self._PAUSE:
            return
        if key != self._key:
            self.close()
            self._key, self._bar = key, _new_bar(**options)
        self._shown = now
        self._bar.update(amount - self._bar.n)

    def close(self) -> None:
        """Ends the line."""
        if self._bar is not None:
            self._bar.close()
        self._key = self._bar = None


def _new_bar(**options: Any) -> Any:
    """Returns a bar of tqdm, or a plain line."""
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return _Line(**options)
    return tqdm(unit_scale=True, leave=False, **options)


class _Line:
    """A line that is written over, with the interface of tqdm that is used here."""

    def __init__(self, desc: str, total: int | None, unit: str) -> None:
        """Begins a line."""
        self.n = 0
        self._desc, self._total, self._unit, self._width = desc, total, unit, 0

    def update(self, amount: int) -> None:
        """Adds an amount, and shows the sum."""
        self.n += amount
        part = f"{self.n:,}{self._unit}" if not self._total else f"{self.n / self._total:.0%}"
        text = f"{self._desc}: {part}"
        self._width = max(self._width, len(text))
        print(f"\r{text:<{self._width}}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Clears the line."""
        print(f"\r{'':<{self._width}}\r", end="", file=sys.stderr, flush=True)
