"""`python -m battle`: the same as the command `mahjong-battle`."""

from battle.cli import run

if __name__ == "__main__":
    run()
