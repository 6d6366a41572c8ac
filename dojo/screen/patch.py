"""Writes a diff as a patch, which git can apply."""

from collections.abc import Sequence

from dojo.diff import Block, find_blocks, split_lines

CONTEXT_LINES = 3  # around a change in a patch
NO_LINE_FEED = "\n\\ No newline at end of file"


def format_patch(old_text: str, new_text: str, old_name: str, new_name: str) -> str:
    """Return the unified diff of two texts, as `git apply` and `patch` take it; nothing if they are equal."""
    old, new = lines_of_patch(old_text), lines_of_patch(new_text)
    blocks = find_blocks(old, new)
    if all(block.is_equal for block in blocks):
        return ""
    patch = [f"--- {old_name}", f"+++ {new_name}"]
    for group in group_blocks(blocks):
        first, last = group[0], group[-1]
        old_range = format_range(first.old_start, last.old_end)
        new_range = format_range(first.new_start, last.new_end)
        patch.append(f"@@ -{old_range} +{new_range} @@")
        for block in group:
            patch += format_block(block, old, new)
    return "\n".join(patch) + "\n"


def lines_of_patch(text: str) -> list[str]:
    """Split a text into lines; a last line without a line feed differs from the same one with it."""
    lines = split_lines(text)
    if lines and not text.endswith("\n"):
        lines[-1] += NO_LINE_FEED
    return lines


def format_block(block: Block, old: Sequence[str], new: Sequence[str]) -> list[str]:
    """Return the lines of a block in a patch: those that are gone come first."""
    removed = old[block.old_start : block.old_end]
    if block.is_equal:
        return [f" {line}" for line in removed]
    added = new[block.new_start : block.new_end]
    return [f"-{line}" for line in removed] + [f"+{line}" for line in added]


def group_blocks(blocks: Sequence[Block]) -> list[list[Block]]:
    """Return the hunks in groups, with some equal lines around each; near changes are one group."""
    groups: list[list[Block]] = []
    group: list[Block] = []
    for block in blocks:
        if not block.is_equal:
            group.append(block)
            continue
        lines = block.old_end - block.old_start
        context = min(lines, CONTEXT_LINES)
        if group and block is not blocks[-1] and lines <= 2 * CONTEXT_LINES:
            group.append(block)
            continue
        if group:
            end_of_group = block._replace(
                old_end=block.old_start + context, new_end=block.new_start + context
            )
            groups.append([*group, end_of_group])
        group = [block._replace(old_start=block.old_end - context, new_start=block.new_end - context)]
    if any(not block.is_equal for block in group):
        groups.append(group)
    return groups


def format_range(start: int, end: int) -> str:
    """Return the first line and how many there are, as the head of a hunk has them."""
    if end - start == 1:
        return str(end)
    # without any line, it is the line before them
    if end == start:
        return f"{start},0"
    return f"{start + 1},{end - start}"
