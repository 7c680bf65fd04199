"""Where friends are met, by the settings or as the command line said."""

from __future__ import annotations

from battle.window.scenes.scene import Services


def ways_of(app: Services) -> tuple[str, bool]:
    """Return the brokers as one word, empty for none, and whether one network is a way too.

    Raises FormatError if an address in the settings is none.
    """
    from battle.friend.ways.broker import brokers_in_one_word

    chosen = app.settings
    brokers, lan = chosen.brokers, chosen.local_network
    wants_broker = chosen.meet_over_brokers or not lan
    if app.friends.ways is not None:
        brokers, lan = app.friends.ways
        wants_broker = bool(brokers) or not lan
    return brokers_in_one_word(brokers) if wants_broker else "", lan
