"""Scrambles that are printed as moves."""

from __future__ import annotations

from typing import TYPE_CHECKING, SupportsIndex, overload

from cubepdb._native import convert

if TYPE_CHECKING:
    from cubepdb._native import Cube


class Scrambles(list["Cube"]):
    """Cubes of the 3x3x3. Printed, it is a line of moves for each, which make it from the solved cube."""

    @overload
    def __getitem__(self, at: SupportsIndex, /) -> Cube: ...
    @overload
    def __getitem__(self, at: slice, /) -> Scrambles: ...
    def __getitem__(self, at: SupportsIndex | slice, /) -> Cube | Scrambles:
        """Returns a cube, or for a slice several of them, which are printed in the same way."""
        if isinstance(at, slice):
            return Scrambles(super().__getitem__(at))
        return super().__getitem__(at)

    def __str__(self) -> str:
        """Returns the moves of each cube in a line."""
        return "\n".join(convert(cube, "moves") for cube in self)
