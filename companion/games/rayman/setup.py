"""The set-up of a race: what a table asked for, checked and filled up from the mode's presets."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET

from companion.content.defects import Defect, find_defects
from companion.content.library import Content
from companion.core.blocks import Json
from companion.core.errors import Invalid
from companion.core.message import Message, say
from companion.games.rayman.board import COLUMNS, LEVELS, TEENSIES, Board, Defects, Space, read_board
from companion.games.rayman.entities import (
    TILE_COLUMNS,
    BoardPlan,
    Boss,
    Spot,
    Tile,
    action_cards,
    join_tiles,
)
from companion.games.rayman.forms import (
    HAND,
    LEGENDARY,
    MOST_PLAYERS,
    PRESETS,
    WORLDS,
    Form,
    Play,
    Race,
    Seat,
    Setup,
    Tournament,
    nested,
    readable,
    seated,
)
from companion.games.rayman.options import Options, options_of

__all__ = ["Race", "Seat", "Setup", "board_in", "read_setup"]


def read_setup(raw: Json, content: Content) -> Setup:
    """Checks a set-up and fills it up; refuses with one Invalid that lists every defect."""
    form, defects = _read_form(nested(raw))
    unread = frozenset(_top(defect.field) for defect in defects)
    check = _Check(form, content, unread - {"players"} if form.players else unread)
    setup = check.fill()
    defects += tuple(check.defects)
    if defects or setup is None:
        details = tuple(defect.as_message() for defect in defects)
        raise Invalid(
            say("rayman_setup.refused", count=len(details)),
            clauses=tuple(dict.fromkeys(check.clauses)),
            details=details,
        )
    return setup


def _read_form(raw: Json) -> tuple[Form, tuple[Defect, ...]]:
    """Reads what is well-formed; the fields that are not become defects and are left out."""
    try:
        return msgspec.convert(raw, Form), ()
    except msgspec.ValidationError:
        defects = find_defects(raw, Form, "setup")
    return readable(raw), defects


def _top(field: str) -> str:
    return field.partition(".")[0].partition("[")[0]


CROWD = 10 * MOST_PLAYERS
"""A list of more players is a mistake as a whole; what is wrong with each is not named."""


class _Check:
    """Fills a form up from the presets and notes everything that does not fit together."""

    def __init__(self, form: Form, content: Content, unread: frozenset[str]) -> None:
        self.form = form
        self.content = content
        self.unread = unread
        self.preset = PRESETS[form.mode]
        self.seats = seated(form.players, content)
        self.defects: list[Defect] = []
        self.clauses: list[str] = []

    def note(self, field: str, problem: Message, *clauses: str) -> None:
        self.defects.append(Defect("setup", field, problem))
        self.clauses.extend(clauses)

    def fill(self) -> Setup | None:
        """Returns the whole set-up; None where the options themselves cannot be read."""
        form = self.form
        options = self._options()
        play: Play = form.play if form.play is not UNSET else self._usual_play()
        has_boss = play != "competitive"
        has_additional = (
            form.additional_cards
            if form.additional_cards is not UNSET
            else self.preset.has_additional_cards and not _is_team(play)
        )
        projectile = self._projectile(play, options)
        if projectile and _is_team(play):
            options = msgspec.structs.replace(options, coop_projectiles=True)
        options = msgspec.structs.replace(options, teensy_setup=self._teensy_setup(options))
        setup = Setup(
            players=self._players(play, has_additional),
            mode=form.mode,
            play=play,
            races=self._races(play, options),
            projectile=projectile,
            has_effects=(
                form.projectile_effects if form.projectile_effects is not UNSET else self.preset.has_effects
            )
            and projectile is not None,
            boss=self._boss(has_boss),
            boss_speed=form.boss_speed,
            has_additional_cards=has_additional,
            cards=form.cards,
            edition=form.edition,
            options=options,
            youngest=self._youngest(),
        )
        return None if self.defects else setup

    def _usual_play(self) -> Play:
        return "solo" if len(self.seats) == 1 else "competitive"

    def _options(self) -> Options:
        try:
            return options_of(self.form.edition, self.form.options)
        except msgspec.ValidationError:
            for defect in find_defects(self.form.options, Options, "setup"):
                self.note(f"options.{defect.field}", defect.problem)
            return options_of(self.form.edition, {})

    # Players

    def _players(self, play: Play, has_additional: bool) -> tuple[Seat, ...]:
        if "players" in self.unread:
            return ()
        seats = self.seats
        count = len(seats)
        if play == "solo" and count != 1:
            self.note("players", say("rayman_setup.solo_alone", count=count), "RAY-SOLO-1")
        least = 1 if play == "solo" else 2
        if not least <= count <= MOST_PLAYERS and not (play == "solo" and count):
            self.note(
                "players",
                say("rayman_setup.player_count", least=least, most=MOST_PLAYERS, count=count),
                "RAY-SETUP-1",
            )
        if count > CROWD:
            return ()
        self._check_repeats("hero", [seat.hero for seat in seats], "RAY-SETUP-2")
        self._check_repeats("name", [seat.name for seat in seats])
        self._check_repeats("legendary", [seat.legendary or "" for seat in seats], "RAY-SETUP-4")
        if self.form.cards == "pack":
            self._check_hands(seats)
            needed = 2 * (3 if play == "solo" else count + 2)
            there = len(action_cards(self.content, "additional"))
            if has_additional and there < needed:
                self.note("additional_cards", say("rayman_setup.few_additional", needed=needed, there=there))
        if self.form.legendary_cards is False and self.form.mode == "legend" and not _is_team(play):
            self.note("legendary_cards", say("rayman_setup.legend_compulsory"), "RAY-MODE-4", "RAY-MODE-6")
        return self._with_legends(seats)

    def _check_repeats(self, field: str, values: list[str], *clauses: str) -> None:
        for index, value in enumerate(values):
            if value and value in values[:index]:
                self.note(
                    f"players.{index}.{field}", say(f"rayman_setup.repeated.{field}", value=value), *clauses
                )

    def _check_hands(self, seats: tuple[Seat, ...]) -> None:
        known = self.content.of_kind("heroes")
        for index, seat in enumerate(seats):
            if seat.hero not in known:
                problem = say("rayman_setup.unknown_hero", hero=seat.hero, known=", ".join(known))
                self.note(f"players.{index}.hero", problem, "RAY-SETUP-2")
            elif (there := len(action_cards(self.content, seat.hero))) != HAND:
                problem = say("rayman_setup.hero_cards", hero=seat.hero, needed=HAND, there=there)
                self.note(f"players.{index}.hero", problem, "RAY-SETUP-3")

    def _with_legends(self, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
        """Names the nameless after their hero; deals the Legendary cards that everybody is to have."""
        wanted = self.form.legendary_cards
        taken = {seat.legendary for seat in seats}
        is_dealt = wanted if wanted is not UNSET else self.form.mode == "legend"
        free = [legend for legend in LEGENDARY if legend not in taken] if is_dealt else []
        filled = []
        for seat in seats:
            legend = None if wanted is False else seat.legendary or (free.pop(0) if free else None)
            hero = self.content.of_kind("heroes").get(seat.hero)
            name = seat.name or (next(iter(hero.label.values())) if hero else seat.hero)
            filled.append(Seat(seat.hero, name, legend))
        return tuple(filled)

    def _youngest(self) -> int:
        names = [seat.name or seat.hero for seat in self.seats]
        if not self.form.youngest:
            return 0
        if self.form.youngest in names:
            return names.index(self.form.youngest)
        if "players" not in self.unread:
            self.note(
                "youngest",
                say("rayman_setup.unknown_player", name=self.form.youngest, known=", ".join(names)),
                "RAY-CARD-7",
            )
        return 0

    # Board and prisoners

    def _races(self, play: Play, options: Options) -> tuple[Race, ...]:
        form = self.form
        if form.tournament:
            return self._tournament_races(play, form.tournament, options)
        if form.board is not UNSET and form.tiles is not UNSET:
            self.note("tiles", say("rayman_setup.board_or_tiles"))
        if form.tiles is not UNSET:
            return self._whole(self._from_tiles(form.tiles), "tiles", options)
        if isinstance(form.board, dict):
            found = Defects()
            board = read_board(form.board, "board", found)
            self.defects += [Defect("setup", "board", problem) for problem in found.found]
            return self._whole(Race("custom", board), "board", options)
        if "board" in self.unread or "tiles" in self.unread:
            return ()
        board_id = form.board if isinstance(form.board, str) else board_in(self.content, self.preset.world)
        return self._whole(self._installed(board_id, "board"), "board", options)

    def _tournament_races(
        self, play: Play, tournament: Tournament | Literal[True], options: Options
    ) -> tuple[Race, ...]:
        if _is_team(play):
            self.note("tournament", say("rayman_setup.tournament_competitive"), "RAY-TOUR-1")
        if self.form.board is not UNSET or self.form.tiles is not UNSET:
            self.note("tournament", say("rayman_setup.tournament_board"), "RAY-TOUR-1")
        named = tournament.boards if isinstance(tournament, Tournament) else ()
        boards = named or tuple(board_in(self.content, world) for world in WORLDS)
        if len(boards) != len(WORLDS):
            self.note(
                "tournament.boards",
                say("rayman_setup.four_boards", needed=len(WORLDS), count=len(boards)),
                "RAY-TOUR-1",
            )
        return tuple(
            race
            for index, board_id in enumerate(boards)
            for race in self._whole(
                self._installed(board_id, f"tournament.boards.{index}"),
                f"tournament.boards.{index}",
                options,
            )
        )

    def _installed(self, board_id: str, field: str) -> Race | None:
        plan = self.content.of_kind("boards").get(board_id)
        if not isinstance(plan, BoardPlan):
            known = ", ".join(self.content.of_kind("boards"))
            self.note(field, say("rayman_setup.unknown_board", board=board_id, known=known), "RAY-BOARD-1")
            return None
        return self._from_tiles(plan.tiles, field, board_id, plan.teensies)

    def _from_tiles(
        self,
        tile_ids: tuple[str, str],
        field: str = "tiles",
        race_id: str = "",
        places: dict[str, Spot] | None = None,
    ) -> Race | None:
        tiles: list[Tile] = []
        known = self.content.of_kind("tiles")
        for tile_id in tile_ids:
            tile = known.get(tile_id)
            if isinstance(tile, Tile):
                tiles.append(tile)
            else:
                problem = say("rayman_setup.unknown_tile", tile=tile_id, known=", ".join(known))
                self.note(field, problem, "RAY-BOARD-8")
        if len(tiles) < len(tile_ids):
            return None
        return Race(race_id or "+".join(tile_ids), join_tiles(tiles, places or _suggested(tiles)))

    def _whole(self, race: Race | None, field: str, options: Options) -> tuple[Race, ...]:
        """Settles the prisoners of a race and notes what makes its board unfit."""
        chosen = self.form.teensies
        if race is None:
            if isinstance(chosen, dict):
                self._check_teensies("teensies", Board(), chosen, options.teensies)
            return ()
        board = race.board
        if board.columns != COLUMNS:
            problem = say("rayman_setup.columns", needed=COLUMNS, count=board.columns)
            self.note(field, problem, "RAY-BOARD-1")
        if board.is_obstacle(0) or board.is_low(0, 1) or board.is_enemy(0, 1):
            self.note(field, say("rayman_setup.no_start"), "RAY-SETUP-9")
        how = options.teensy_setup
        is_left_open = chosen is UNSET and "teensy_setup" not in self.form.options
        if is_left_open and not board.teensies:
            how = "placed"
        if how != "official":
            return (Race(race.id, msgspec.structs.replace(board, teensies=()), how),)
        if isinstance(chosen, dict):
            field, places = "teensies", chosen
        else:
            places = {colour: at for colour, at in board.teensies if colour in TEENSIES[: options.teensies]}
        self._check_teensies(field, board, places, options.teensies)
        placed = tuple((colour, places[colour]) for colour in TEENSIES if colour in places)
        return (Race(race.id, msgspec.structs.replace(board, teensies=placed)),)

    def _check_teensies(self, field: str, board: Board, places: dict[str, Space], count: int) -> None:
        if len(places) != count:
            self.note(field, say("rayman_setup.teensy_count", needed=count, count=len(places)), "RAY-SETUP-6")
        seen: dict[Space, str] = {}
        for colour, at in places.items():
            where = f"{field}.{colour}"
            if colour not in TEENSIES:
                known = ", ".join(TEENSIES)
                self.note(where, say("rayman_setup.unknown_colour", colour=colour, known=known))
            if at in seen:
                shared = say("rayman_setup.teensy_shared", column=at[0], level=at[1], other=seen[at])
                self.note(where, shared, "RAY-TEENSY-6")
            seen.setdefault(at, colour)
            is_printed = 0 < at[0] < board.columns and at[1] in LEVELS
            if not is_printed or board.is_obstacle(*at):
                self.note(where, say("rayman_setup.teensy_space", column=at[0], level=at[1]), "RAY-SETUP-8")

    def _teensy_setup(self, options: Options) -> Literal["official", "placed", "random"]:
        chosen = self.form.teensies
        if chosen is UNSET:
            return options.teensy_setup
        return "official" if isinstance(chosen, dict) else chosen

    # Hazards

    def _projectile(self, play: Play, options: Options) -> str | None:
        chosen = self.form.projectile
        if chosen is UNSET:
            if not _is_team(play):
                chosen = self.preset.projectile
            else:
                chosen = self.preset.coop_projectile if options.coop_projectiles else None
        if chosen is not None and chosen not in self.content.of_kind("projectiles"):
            known = ", ".join(self.content.of_kind("projectiles"))
            problem = say("rayman_setup.unknown_projectile", projectile=chosen, known=known)
            self.note("projectile", problem, "RAY-MODE-5")
        return chosen

    def _boss(self, has_boss: bool) -> str | None:
        chosen = self.form.boss
        if not has_boss:
            if chosen is not UNSET and chosen is not None:
                self.note("boss", say("rayman_setup.boss_unwanted"), "RAY-VARIANT-1")
            return None
        boss_id = chosen if isinstance(chosen, str) else self.preset.boss
        boss = self.content.of_kind("bosses").get(boss_id)
        if not isinstance(boss, Boss):
            known = ", ".join(self.content.of_kind("bosses"))
            self.note("boss", say("rayman_setup.unknown_boss", boss=boss_id, known=known), "RAY-BOSS-1")
            return boss_id
        missing = [attack for attack in boss.attacks if attack not in self.content.of_kind("attacks")]
        if missing or not boss.attacks:
            problem = say("rayman_setup.boss_attacks", boss=boss_id, missing=", ".join(missing) or "-")
            self.note("boss", problem, "RAY-BOSS-1")
        return boss_id


def board_in(content: Content, world: str) -> str:
    """Names the board of a world, the table's own rather than the sample's."""
    boards = content.of_kind("boards")
    return next((name for name in (world, f"{world}-sample") if name in boards), world)


def _is_team(play: Play) -> bool:
    return play in ("coop", "solo")


def _suggested(tiles: list[Tile]) -> dict[str, Spot]:
    """Takes the two best spaces for prisoners of each tile."""
    spots = [
        (index * TILE_COLUMNS + column, level)
        for index, tile in enumerate(tiles)
        for column, level in tile.teensies[:2]
    ]
    return dict(zip(TEENSIES, spots, strict=False))
