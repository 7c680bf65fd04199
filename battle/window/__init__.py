"""The window: scenes drawn with pygame."""

import os
import sys

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "mahjong-battle")
if (
    sys.platform.startswith("linux")
    and os.environ.get("DISPLAY")
    and "wayland" not in os.environ.get("SDL_VIDEODRIVER", "")
):
    # Shared memory instead of a texture of OpenGL, which costs 8 ms a frame where it is emulated:
    # compare `python -m tools.screens.measure frames` with SDL_FRAMEBUFFER_ACCELERATION=1 set.
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
