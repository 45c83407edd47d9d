"""An invitation holds two minutes, for one phone, and a PIN for five tries."""

from __future__ import annotations

import base64

from companion.phones.invitation import LASTS_S, MOST_TRIES, Invitation


class Watch:
    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


def test_a_token_has_128_bits_and_lets_one_phone_in() -> None:
    invitation = Invitation()
    assert len(base64.urlsafe_b64decode(invitation.token + "==")) == 16
    assert invitation.use(invitation.token)
    assert not invitation.use(invitation.token)
    assert not invitation.use(pin=invitation.pin)


def test_it_is_void_after_two_minutes() -> None:
    watch = Watch()
    invitation = Invitation(watch)
    watch.at = LASTS_S - 0.1
    assert invitation.left_s > 0
    watch.at = LASTS_S + 0.1
    assert not invitation.use(invitation.token)
    assert not invitation.use(pin=invitation.pin)


def test_a_pin_has_six_digits_and_five_tries() -> None:
    invitation = Invitation()
    assert len(invitation.pin) == 6
    assert invitation.pin.isdigit()
    wrong = f"{(int(invitation.pin) + 1) % 10**6:06}"
    for _ in range(MOST_TRIES):
        assert not invitation.use(pin=wrong)
    assert not invitation.use(pin=invitation.pin), "tried too often"
    assert invitation.use(invitation.token), "the code on the screen still holds"


def test_a_right_pin_lets_one_phone_in() -> None:
    invitation = Invitation()
    assert not invitation.use(pin="")
    assert invitation.use(pin=invitation.pin)
    assert not invitation.use(pin=invitation.pin)


def test_every_invitation_is_another() -> None:
    assert len({Invitation().token for _ in range(100)}) == 100
