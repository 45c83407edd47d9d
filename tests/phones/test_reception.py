"""The reception: who gets in, what a seat may have carried out, and nothing twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.core.chance import dice_asked
from companion.games.registry import find_game
from companion.night.night import Night
from companion.night.pledge import Seeds
from companion.night.verify import believable_dice, verify
from companion.phones.forms import Answer, AskPlace, Do, Door, Enter, Go, Grew, Opened, Phones
from companion.phones.reception import Reception
from tests.phones.conftest import a_night

ANA, BO, TV = "a" * 64, "b" * 64, "c" * 64


class Desk:
    """A night with a reception, and everything that it told."""

    def __init__(self, night: Night[Any], path: Path | None = None) -> None:
        self.night = night
        self.told: list[Any] = []
        self.reception = Reception(self.told.append, lambda: None, path=path)
        self.reception.use(self)
        self.reception.is_connected = True
        self.reception.open()

    def submit(self, *commands: Any, source: str = "touch") -> None:
        self.night.submit_all(commands, source=source)
        self.reception.night_changed()

    def roll(self, *, source: str) -> None:
        self.night.roll(source=source)
        self.reception.night_changed()

    def ask(self, form: Any, **fields: Any) -> Answer:
        self.reception.hear(form(number=1, **fields))
        return next(line for line in reversed(self.told) if isinstance(line, Answer))

    def seat(self, phone: str, role: str = "seat", player: str = "") -> None:
        invitation = self.reception.invite()
        assert invitation is not None
        assert self.ask(Enter, phone=phone, token=invitation.token).ok
        assert self.ask(AskPlace, phone=phone, role=role, player=player).ok
        self.reception.agree(phone)

    def offered(self, player: str) -> Any:
        view = self.night.game.view(self.night.state, player)
        return next(c for c in view.choices if c.player == player and c.group != "table")

    def until_choosing(self) -> None:
        while self.night.state.phase != "choose":
            self.night.submit(self.night.game.offers(self.night.state)[0])


@pytest.fixture
def desk() -> Desk:
    desk = Desk(a_night())
    desk.until_choosing()
    desk.seat(ANA, player="Ana")
    desk.seat(BO, player="Bo")
    desk.seat(TV, role="tv")
    return desk


def do(desk: Desk, phone: str, command: Any, request: str = "1", revision: int | None = None) -> Answer:
    at = desk.night.revision if revision is None else revision
    commands = (command,) if command is not None else ()
    return desk.ask(Do, phone=phone, id=request, revision=at, commands=commands)


def test_a_seat_chooses_for_its_player(desk: Desk) -> None:
    before = desk.night.revision
    answer = do(desk, ANA, desk.offered("Ana").command)
    assert answer.ok
    assert answer.revision == desk.night.revision == before + 1
    assert isinstance(desk.told[-2], Grew)
    assert desk.night.rows()[-1].source == f"phone#{ANA[:16]}.1"


def test_nothing_is_done_twice_also_after_a_restart(desk: Desk) -> None:
    command, before = desk.offered("Ana").command, desk.night.revision
    first = do(desk, ANA, command, "once", before)
    again = do(desk, ANA, command, "once", before)
    assert (first.ok, again.ok) == (True, True)
    assert first.revision == again.revision == desk.night.revision == before + 1
    other = Desk(desk.night)
    other.seat(ANA, player="Ana")
    late = do(other, ANA, command, "once", before)
    assert late.ok
    assert desk.night.revision == before + 1


def test_what_saw_an_older_table_is_refused(desk: Desk) -> None:
    command, before = desk.offered("Ana").command, desk.night.revision
    assert do(desk, BO, desk.offered("Bo").command).ok
    answer = do(desk, ANA, command, revision=before)
    assert (answer.ok, answer.error, answer.revision) == (False, "stale", before + 1)
    assert do(desk, ANA, command).ok


def test_nobody_chooses_for_another(desk: Desk) -> None:
    before = desk.night.revision
    answer = do(desk, BO, desk.offered("Ana").command)
    assert (answer.ok, answer.error) == (False, "illegal")
    assert desk.night.revision == before


def test_a_tv_does_nothing(desk: Desk) -> None:
    assert not do(desk, TV, desk.offered("Ana").command).ok
    assert not do(desk, TV, None).ok


def test_a_phone_neither_corrects_nor_says_what_dice_showed(desk: Desk) -> None:
    correction = next(c for c in desk.night.game.view(desk.night.state).choices if c.group == "table")
    assert not do(desk, ANA, {**correction.command, "player": "Ana"}).ok
    assert not do(desk, ANA, {"command": "RollDice", "faces": [6]}).ok


def test_a_malformed_command_is_refused(desk: Desk) -> None:
    for command in ({}, {"command": "Nonsense"}, {"command": "ChooseCards", "player": 7}, {"command": []}):
        answer = do(desk, ANA, command)
        assert (answer.ok, answer.error) == (False, "invalid")


def test_chance_speaks_for_whom_it_is_asked() -> None:
    desk = Desk(a_night("platformer"))
    desk.seat(ANA, player="Ana")
    desk.seat(BO, player="Bo")
    while desk.night.game.view(desk.night.state).dice is None:
        desk.night.submit(desk.night.game.offers(desk.night.state)[0])
    roller = desk.night.game.view(desk.night.state).prompt.player
    mine, other = (ANA, BO) if roller == "Ana" else (BO, ANA)
    assert not do(desk, other, None).ok
    before = desk.night.revision
    assert do(desk, mine, None).ok
    assert desk.night.revision == before + 1


def test_a_list_of_commands_may_not_reach_into_another_turn() -> None:
    desk = Desk(a_night("grimm"))
    desk.seat(ANA, player="Ana")
    desk.seat(BO, player="Bo")
    game = desk.night.game
    for _ in range(400):
        view = game.view(desk.night.state)
        ends = [c for c in view.choices if c.command.get("command") == "EndTurn"]
        if ends and view.prompt.player in ("Ana", "Bo"):
            break
        desk.night.submit(game.offers(desk.night.state)[0])
    phone = ANA if view.prompt.player == "Ana" else BO
    before = desk.night.revision
    forms = ({"command": "EndTurn"}, {"command": "Draw"})
    answer = desk.ask(Do, phone=phone, id="x", revision=before, commands=forms)
    assert not answer.ok
    assert desk.night.revision == before


def test_who_is_sent_away_or_leaves_has_no_rights_any_more(desk: Desk) -> None:
    desk.reception.send_away(ANA)
    assert not do(desk, ANA, desk.offered("Ana").command).ok
    desk.reception.hear(Go(BO))
    assert not do(desk, BO, desk.offered("Bo").command).ok
    assert [phone.digest for phone in desk.reception.book.all()] == [TV]


def test_another_phone_for_a_seat_takes_the_place_of_the_first(desk: Desk) -> None:
    desk.seat("d" * 64, player="Ana")
    assert desk.reception.book.find(ANA) is None
    assert not do(desk, ANA, desk.offered("Ana").command).ok
    assert do(desk, "d" * 64, desk.offered("Ana").command).ok


def test_a_refused_phone_has_no_place(desk: Desk) -> None:
    invitation = desk.reception.invite()
    assert invitation is not None
    assert desk.ask(Enter, phone="e" * 64, token=invitation.token).ok
    assert not do(desk, "e" * 64, desk.offered("Ana").command).ok
    assert desk.ask(AskPlace, phone="e" * 64, role="seat", player="Cleo").ok
    desk.reception.refuse("e" * 64)
    assert not do(desk, "e" * 64, desk.offered("Cleo").command).ok
    phone = desk.reception.book.find("e" * 64)
    assert phone is not None
    assert phone.was_refused


def test_a_phone_cannot_ask_for_ever(desk: Desk) -> None:
    """The question covers the table's screen: after a second no it is not asked again."""
    desk.reception.hear(AskPlace(number=1, phone=TV, role="seat", player="Cleo"))
    desk.reception.refuse(TV)
    assert desk.ask(AskPlace, phone=TV, role="seat", player="Dan").ok
    desk.reception.refuse(TV)
    assert desk.reception.book.find(TV) is None
    assert not desk.ask(AskPlace, phone=TV, role="seat", player="Dan").ok


def test_a_used_token_and_a_stranger_are_turned_away(desk: Desk) -> None:
    invitation = desk.reception.invite()
    assert invitation is not None
    token = invitation.token
    assert desk.ask(Enter, phone="1" * 64, token=token).ok
    assert not desk.ask(Enter, phone="2" * 64, token=token).ok
    assert not desk.ask(AskPlace, phone="2" * 64, role="guest").ok
    assert not desk.ask(AskPlace, phone="1" * 64, role="seat", player="Nobody").ok


def test_everything_is_void_when_the_night_ends(desk: Desk) -> None:
    desk.told.clear()
    desk.reception.use(None)
    assert len(desk.reception.book) == 0
    assert not desk.reception.is_open
    assert [Door(False), Opened(), Phones(())] == desk.told
    assert not desk.ask(Do, phone=ANA, id="x", revision=0, commands=()).ok


def test_phones_are_known_again_after_a_restart_of_the_table(tmp_path: Path) -> None:
    night = a_night()
    desk = Desk(night, tmp_path / "phones.json")
    desk.seat(ANA, player="Ana")
    again = Reception(lambda _: None, lambda: None, path=tmp_path / "phones.json")
    again.use(Desk(night))
    assert again.is_open
    assert [phone.player for phone in again.book.all()] == ["Ana"]
    other = Reception(lambda _: None, lambda: None, path=tmp_path / "phones.json")
    other.use(Desk(a_night("grimm")))
    assert len(other.book) == 0, "another night knows nobody"


def test_the_file_keeps_no_cookie(tmp_path: Path) -> None:
    desk = Desk(a_night(), tmp_path / "phones.json")
    desk.seat(ANA, player="Ana")
    kept = msgspec.json.decode((tmp_path / "phones.json").read_bytes())
    assert set(kept) == {"night", "phones", "count"}
    assert (tmp_path / "phones.json").stat().st_mode & 0o077 == 0


def test_a_damaged_file_is_an_empty_book(tmp_path: Path) -> None:
    for damage in (b"", b"{", b"[1]", b'{"night": 3}', b"\xff\xfe"):
        (tmp_path / "phones.json").write_bytes(damage)
        desk = Desk(a_night(), tmp_path / "phones.json")
        assert len(desk.reception.book) == 0


def test_dice_rolled_by_a_phone_are_settled_before() -> None:
    setup = {"players": ["Ana", "Bo"]}
    night = Night.create(find_game("grimm"), setup, seeds=Seeds(b"a secret of thirty-two bytes...."))
    desk = Desk(night)
    desk.seat(ANA, player="Ana")
    desk.seat(BO, player="Bo")
    rolled = 0
    for number in range(40):
        asker = night.game.view(night.state).prompt.player
        phone = BO if asker == "Bo" else ANA
        if dice_asked(night.game.chance(night.state)) is None:
            night.submit(night.game.offers(night.state)[0])
        elif do(desk, phone, None, request=str(number)).ok:
            rolled += 1
    assert rolled
    assert believable_dice(night).params["pledged"] == rolled
    assert not [difference for difference in verify(night) if difference]


def test_a_phone_does_not_try_what_it_is_not_offered() -> None:
    """What a refusal says may depend on a hand: a Queen who has not looked cannot guess."""
    desk = Desk(a_night("grimm"))
    desk.seat(ANA, player="Ana")
    view = desk.night.game.view(desk.night.state, "Ana")
    for form in ({"command": "Take", "victim": "Bo", "card": "trip"}, {"command": "Confirm"}):
        assert form["command"] not in {choice.command.get("command") for choice in view.choices}
        answer = do(desk, ANA, form)
        assert answer.message is not None
        assert answer.message.key == "phones.not_yours"
