"""Random deals can be told to somebody, and several of them differ."""

from __future__ import annotations

from battle.game.series import draw_deal, further_deals


def test_a_random_deal_has_a_number_to_be_told() -> None:
    """It has five digits at most, and is not always the same."""
    drawn = [draw_deal() for _ in range(200)]
    assert all(1 <= number <= 99_999 for number in drawn)
    assert len({*drawn}) > 100


def test_further_deals_differ() -> None:
    """A number that was drawn already is drawn again; the first stays the first."""
    numbers = iter([7, 7, 3, 7, 3, 9])
    seen: list[list[int]] = []

    def another(before: list[int]) -> int:
        seen.append([*before])
        return next(numbers)

    assert further_deals(4, 1, another) == [1, 7, 3, 9]
    assert seen[0] == [1]
    assert further_deals(1, 5, another) == [5]
