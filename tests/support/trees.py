"""A game with its variations as a line of text, to compare."""

from __future__ import annotations

from collections.abc import Iterator

from battle.rules.tree import Node


def tree_text(root: Node, here: Node) -> str:
    """Return all moves after `root`, variations in parentheses, with an @ behind `here`."""
    start = ["@"] * (root is here)
    return " ".join([*start, *_words(root, here)])


def line_text(nodes: list[Node]) -> str:
    """Return the moves of some nodes of a line."""
    return " ".join(str(node.move) for node in nodes if node.move)


def _words(node: Node, here: Node) -> Iterator[str]:
    if node.children:
        main, *others = (f"{child.move}{'@' * (child is here)}" for child in node.children)
        yield main
        for name, child in zip(others, node.children[1:], strict=True):
            yield f"({' '.join([name, *_words(child, here)])})"
        yield from _words(node.children[0], here)
