"""The mouse on the playing screen: what lies under it, clicks, the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from battle.window.table.scene import TableScene


class PlayMouse:
    """Turns what the mouse does into what the scene can do."""

    def __init__(self, scene: TableScene) -> None:
        self._scene = scene

    def handle(self, event: pygame.event.Event) -> None:
        """React to the mouse."""
        scene = self._scene
        if event.type == pygame.MOUSEMOTION:
            self._hover(scene.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_LEFT:
            self._click(scene.app.point(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == pygame.BUTTON_RIGHT:
            scene.let_go()
        elif event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y)

    def _hover(self, point: tuple[int, int]) -> None:
        scene = self._scene
        scene.board.hover(scene.view.board.cell_at(point))
        scene.help.hints.hover(point)
        scene.pairs.hover(point)

    def _click(self, point: tuple[int, int]) -> None:
        scene = self._scene
        if scene.help.hints.click(point) or scene.pairs.click(point):
            return
        if scene.view.layout.board.outer.collidepoint(point):
            scene.pairs.focus(False)
            scene.board.cursor = None
            scene.choose(scene.view.board.cell_at(point))

    def _scroll(self, rows: int) -> None:
        scene = self._scene
        point, layout = scene.app.point(pygame.mouse.get_pos()), scene.view.layout
        if scene.help.hints.scroll(point, rows):
            return
        lists = ((scene.pairs.listing, layout.pairs), (scene.moves, layout.moves))
        for listing, rect in lists:
            if rect.collidepoint(point):
                listing.scroll(rows)
