"""The mouse on the analysis screen: what lies under it, clicks, drags, the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from battle.window.study.scene import StudyScene


class AnalyseMouse:
    """Turns what the mouse does into what the scene can do."""

    def __init__(self, scene: StudyScene) -> None:
        self._scene = scene
        self._dragging = False

    def handle(self, event: pygame.event.Event) -> None:
        """React to the mouse."""
        scene = self._scene
        if event.type == pygame.MOUSEMOTION:
            self._hover(scene.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(scene.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            self._right_click(scene.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == pygame.BUTTON_LEFT:
            self._dragging = False
        elif event.type == pygame.MOUSEWHEEL:
            self._wheel(event.y)

    def _hover(self, point: tuple[int, int]) -> None:
        scene = self._scene
        scene.board.hover(scene.view.board.cell_at(point))
        on_lines = scene.sheet == "lines"
        scene.lines_panel.listing.hovered = (
            scene.lines_panel.listing.row_at(point) if on_lines else None
        )
        scene.review_panel.hover(point)
        scene.tree.hovered = scene.tree.node_at(point)
        scene.graph.hovered = scene.graph.place_at(point)
        if self._dragging:
            self._drag(point)

    def _drag(self, point: tuple[int, int]) -> None:
        """Go to the place of the graph under the mouse while its button is held."""
        scene = self._scene
        place = scene.graph.place_at((point[0], scene.graph.plot.centery))
        if place is not None and place < len(scene.snapshot.line):
            scene.go_to(scene.snapshot.line[place])

    def _click(self, point: tuple[int, int]) -> None:
        scene = self._scene
        row = scene.lines_panel.listing.row_at(point) if scene.sheet == "lines" else None
        node, place = scene.tree.node_at(point), scene.graph.place_at(point)
        if row is not None:
            scene.play(scene.lines_panel.rows[row].move)
        elif scene.sheet == "review" and scene.review_panel.flow.rect.collidepoint(point):
            scene.review_panel.click(point)
        elif node is not None:
            scene.go_to(node)
        elif place is not None:
            self._dragging = True
            self._drag(point)
        elif scene.view.layout.board.outer.collidepoint(point):
            scene.board.cursor = None
            scene.choose(scene.view.board.cell_at(point))

    def _right_click(self, point: tuple[int, int]) -> None:
        """Show what can be done with a move of the tree; elsewhere let go."""
        scene = self._scene
        node = scene.tree.node_at(point)
        if node is not None:
            scene.go_to(node)
            scene.wishes.open_move_menu()
        else:
            scene.board.selected = None
            scene.quiet()

    def _wheel(self, up: int) -> None:
        """Step through the line pointed at; scroll a list that does not fit."""
        scene = self._scene
        point, listing = (
            scene.app.point(pygame.mouse.get_pos()),
            scene.lines_panel.listing,
        )
        if scene.tree.listing.rect.collidepoint(point):
            scene.tree.listing.scroll(-up)
        elif scene.review_panel.scrolls_at(point) and not scene.preview.is_begun:
            scene.review_panel.scroll(-up, point)
        elif listing.row_at(point) is not None and listing.bar and not scene.preview.is_begun:
            listing.scroll(-up)
            self._hover(point)
        elif scene.graph.rect.collidepoint(point):
            scene.step(-up)
        else:
            scene.preview.step(-1 if up > 0 else 1)
