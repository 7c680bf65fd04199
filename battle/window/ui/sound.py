"""The sounds; a machine without a sound card, or without a mixer, plays silence."""

from __future__ import annotations

import pygame

from battle.resources import asset


class Sound:
    """Plays the sounds of `assets/sounds` by name; never raises."""

    def __init__(self, *, wanted: bool, volume: float) -> None:
        self._wanted = wanted
        self._volume = volume
        self._available: bool | None = None
        self._loaded: dict[str, pygame.mixer.Sound] = {}

    def configure(self, *, wanted: bool, volume: float) -> None:
        """Switch the sounds on or off and set how loud they are, 0 to 1."""
        self._wanted, self._volume = wanted, volume

    @property
    def available(self) -> bool:
        """Whether there is something to play on; the card is opened on the first question."""
        if self._available is None:
            try:
                pygame.mixer.init(frequency=44_100, channels=2, buffer=512)
                self._available = True
            except (pygame.error, NotImplementedError):
                self._available = False
        return self._available

    def play(self, name: str) -> None:
        """Play the sound `name`, if sounds are wanted and possible."""
        if not self._wanted or self._volume <= 0 or not self.available:
            return
        try:
            if name not in self._loaded:
                self._loaded[name] = pygame.mixer.Sound(asset(f"sounds/{name}.wav"))
            self._loaded[name].set_volume(self._volume)
            self._loaded[name].play()
        except (pygame.error, OSError):
            self._available = False
