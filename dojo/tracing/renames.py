"""Which test of an earlier version a new one is: moved, or with another name."""

from collections.abc import Callable, Collection, Mapping

from dojo.tracing.sources import Test, file_of


def match_renamed(before: dict[str, Test], after: dict[str, Test]) -> dict[str, str]:
    """Return the old id of each test that was moved or renamed, by its new id.

    Its source is the same, and first those that kept their function's name; or else only that name is, which
    may be spelled in another way: `testAPrice` and `test_a_price`.
    """
    gone = find_gone(before, after)
    # another test has its name now
    replaced = gone.keys() & after.keys()
    new: dict[str, Test] = {}
    for id, test in after.items():
        # of a test without a source, nobody can say that it is another one's
        if id not in before and test.source:
            new[id] = test
    renamed: dict[str, str] = {}
    for same_source, name in ((True, name_of), (True, None), (False, name_of), (False, spelled_name_of)):
        for id, test in new.items():
            if id in renamed:
                continue
            old = find_alike(id, test, gone, replaced, same_source=same_source, name=name)
            if old is not None:
                renamed[id] = old
                # each test goes on as one other
                del gone[old]
    return renamed


def find_gone(before: Mapping[str, Test], after: Mapping[str, Test]) -> dict[str, Test]:
    """Return the tests that are not there any more, or do something else."""
    gone = {}
    for id, test in before.items():
        if id not in after or after[id].source != test.source:
            gone[id] = test
    return gone


def find_alike(
    id: str,
    test: Test,
    gone: Mapping[str, Test],
    replaced: Collection[str],
    *,
    same_source: bool,
    name: Callable[[str], str] | None,
) -> str | None:
    """Return the id of the first test that is gone and has the same source, the same name, or both.

    `name` takes from an id what has to be the same; None if the name may be any.
    """
    for old_id, old_test in gone.items():
        if same_source and old_test.source != test.source:
            continue
        if name and name(old_id) != name(id):
            continue
        # where another test has the old name, a name alone says nothing, and a source only in its file
        if old_id in replaced and not (same_source and file_of(old_id) == file_of(id)):
            continue
        return old_id
    return None


def name_of(id: str) -> str:
    return id.rpartition("::")[2]


def spelled_name_of(id: str) -> str:
    """Return the name of a test's function without what a style of spelling changes, and its file."""
    return f"{file_of(id)} {name_of(id).replace('_', '').lower()}"
