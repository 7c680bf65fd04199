"""The numbered deals, under the name that programs know; they are in `battle.rules.position`."""

from battle.rules.position import LAST_DEAL, deal, deal_number, played_down

__all__ = ["LAST_DEAL", "deal", "deal_number", "played_down"]
