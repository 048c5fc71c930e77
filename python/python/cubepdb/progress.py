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
        self._work = self._text = ""
        self._bar: Any = None
        self._shown = 0.0
        self._nodes = self._positions = 0

    def __call__(self, report: "TableProgress | SearchProgress | DistanceProgress") -> None:
        """Shows a report."""
        if isinstance(report, TableProgress):
            work = text = f"table {report.name}"
            amount, options = int(report.done * report.bytes), {"total": report.bytes, "unit": "B"}
        elif isinstance(report, SearchProgress):
            if self._work.startswith("table") and report.nodes == self._nodes:
                # The search waits for the table.
                return
            self._nodes = report.nodes
            known = "" if report.best is None else f" ({len(report.best)} known)"
            work, text = "search", f"{report.bound} moves{known}"
            amount, options = report.nodes, {"total": None, "unit": " nodes"}
        else:
            self._positions += report.positions
            work, text = "distances", f"distance {report.distance}"
            amount, options = self._positions, {"total": None, "unit": " positions"}
        now = time.monotonic()
        if text == self._text and now - self._shown < self._PAUSE:
            return
        if work != self._work:
            self.close()
            self._bar = _new_bar(desc=text, initial=amount, **options)
        elif text != self._text:
            self._bar.set_description_str(text, refresh=False)
        self._work, self._text, self._shown = work, text, now
        self._bar.update(amount - self._bar.n)

    def close(self) -> None:
        """Ends the line."""
        if self._bar is not None:
            self._bar.close()
        self._work, self._bar = "", None


def _new_bar(**options: Any) -> Any:
    """Returns a bar of tqdm, or a plain line."""
    try:
        tqdm = importlib.import_module("tqdm.auto").tqdm
    except ImportError:
        return _Line(**options)
    return tqdm(unit_scale=True, leave=False, **options)


class _Line:
    """A line that is written over, with the interface of tqdm that is used here."""

    def __init__(self, desc: str, initial: int, total: int | None, unit: str) -> None:
        """Begins a line."""
        self.n = initial
        self._desc, self._total, self._unit, self._width = desc, total, unit, 0

    def set_description_str(self, desc: str, refresh: bool) -> None:
        """Sets the text before the amount, which the next update shows."""
        assert not refresh
        self._desc = desc

    def update(self, amount: int) -> None:
        """Adds an amount, and shows the sum."""
        self.n += amount
        part = f"{self.n:,}{self._unit}" if not self._total else f"{self.n / self._total:.0%}"
        text = f"{self._desc}: {part}"
        self._width = max(self._width, len(text))
        self._write(f"\r{text:<{self._width}}")

    def close(self) -> None:
        """Clears the line."""
        self._write(f"\r{'':<{self._width}}\r")

    @staticmethod
    def _write(text: str) -> None:
        # A program without a console has no standard error.
        if sys.stderr is not None:
            print(text, end="", file=sys.stderr, flush=True)
