"""What the package consists of."""

import inspect
from importlib.resources import files

import cubepdb


def test_what_is_tested_is_the_wheel_with_its_types() -> None:
    assert "site-packages" in cubepdb.__file__
    assert files("cubepdb").joinpath("py.typed").is_file()
    assert files("cubepdb").joinpath("_native.pyi").is_file()
    assert cubepdb.__version__.count(".") == 2


def test_nothing_but_what_is_exported_can_be_seen() -> None:
    public = {name for name in vars(cubepdb) if not name.startswith("_")}
    assert public == {*cubepdb.__all__, "errors", "progress", "puzzle", "scrambles", "solution"}


def test_everything_is_documented() -> None:
    for name in cubepdb.__all__:
        exported = getattr(cubepdb, name)
        assert exported.__doc__, name
        if inspect.isclass(exported) and exported.__module__ == "cubepdb":
            members = [member for member in vars(exported) if not member.startswith("_")]
            assert members and all(getattr(exported, member).__doc__ for member in members), name


def test_exceptions_mirror_exit_statuses() -> None:
    classes: list[type[cubepdb.Error]]
    classes = [cubepdb.NoSolution, cubepdb.UsageError, cubepdb.CubeError, cubepdb.TableError, cubepdb.LimitReached]
    classes.append(cubepdb.InternalError)
    statuses = [error.exit_status for error in classes]
    assert statuses == [1, 2, 3, 4, 7, 70]
    assert all(issubclass(error, cubepdb.Error) for error in classes)
