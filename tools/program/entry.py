"""Where the program without Python begins: the same as `python -m battle`."""

from multiprocessing import freeze_support

from battle.cli import run

if __name__ == "__main__":
    freeze_support()
    run()
