"""What a friend is invited to, made of what is entered on the new-game screen."""

from __future__ import annotations

import random

from battle.friend.terms import Terms
from battle.window.scenes.scene import Services
from battle.window.setup.options import DAYS, FAIR, GameOptions


def terms_of(options: GameOptions) -> Terms:
    """Return what the options offer a friend; raise RulesError if the start is wrong.

    Lots are drawn here: who moves first, and under the pie rule who names the points.
    """
    number, start, second = options.deal, options.start(), options.second_begins()
    head_start = options.agreed_head_start if options.deal_by == FAIR else 0
    return Terms(
        start=start,
        deal=number if start.given == (0, 0) else None,
        host=2 if second else 1,
        control=options.time_control,
        days=options.days if options.timing == DAYS else 0,
        help=not options.no_help,
        deals=options.match_deals(number) if options.deals_twice else (),
        pie=random.choice(("host", "guest")) if options.by_pie_rule else None,
        head_start=-head_start if second else head_start,
    )


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
