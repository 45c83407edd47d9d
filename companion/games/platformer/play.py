"""One command unfolding: the steps of a turn that need no answer follow by themselves."""

from __future__ import annotations

from companion.core.effect import ByHand
from companion.core.unfolding import Unfolding
from companion.games.platformer import board, events as ev
from companion.games.platformer.boss import play_boss
from companion.games.platformer.content import TILE_ROWS, Gain
from companion.games.platformer.evolve import evolve
from companion.games.platformer.state import State
from companion.games.platformer.turn.enemy_die import enemy_moves, strikes, wounds_of
from companion.games.platformer.turn.gravity import Fallen, settle
from companion.games.platformer.turn.steps import Step, attackers
from companion.games.platformer.turn.tower import OFF


class Play(Unfolding[State]):
    """Collects the events of one command."""

    def __init__(self, state: State) -> None:
        super().__init__(state, evolve)

    def carry_on(self) -> bool:
        """Does the next thing of the turn that needs neither chance nor a choice."""
        state = self.state
        if state.step == "over":
            return False
        if self._opens_level():
            return True
        if self._gives_artifacts():
            return True
        if state.tasks or state.step == "actions":
            return False
        getattr(self, f"_do_{state.step}")()
        return True

    def _do_setup(self) -> None:
        self._begin_turn(0, 1)

    def _begin_turn(self, seat: int, round_number: int) -> None:
        is_first = self.state.step == "setup"
        self.emit(ev.TurnBegan(seat, round_number))
        if self.state.is_solo:
            self._do_event_step()
        else:
            self.emit(ev.StepBegan("roll" if is_first else "remove"))
            if is_first:
                self.emit(ev.Asked(("roll",)))

    def _do_event_step(self) -> None:
        """Draws an event; with none left the solo game is lost (PLT-SOLO-1)."""
        if self.state.events:
            self.emit(ev.StepBegan("event", ("events",)))
        else:
            self.emit(ev.GameEnded("events"))

    def _do_event(self) -> None:
        card = self.state.box.events[self.state.event]
        if card.when == "turn":
            self.gain(self.state.active.name, card.effect)
        if self.state.step != "over":
            is_first = self.state.round == 1
            self.emit(ev.StepBegan("roll", ("roll",)) if is_first else ev.StepBegan("remove"))

    def _do_remove(self) -> None:
        """Takes the lowest level away if the hero is two levels above it (PLT-TURN-1)."""
        state = self.state
        if state.active.at and board.level_at(state.active.at) >= state.lowest + 2:
            for player in state.players:
                if player.at and board.level_at(player.at) == state.lowest:
                    self.faint(player.name)
            self.emit(ev.LevelsRemoved(state.lowest + 1))
        if self.state.step != "over":
            self.emit(ev.StepBegan("refresh"))

    def _do_refresh(self) -> None:
        self.emit(ev.Refreshed(), ev.StepBegan("roll", ("roll",)))

    def _do_roll(self) -> None:
        self.emit(ev.StepBegan("enemies"))

    def _do_enemies(self) -> None:
        """Carries the Enemy die out (PLT-ENEMY-1 to PLT-ENEMY-4)."""
        state = self.state
        tower = board.tower_of(state)
        acting = {
            name: board.cell_of(state, foe.at)
            for name, foe in state.foes.items()
            if state.options.boss_on_enemy_die or not foe.is_boss
        }
        heroes = {p.name: board.cell_of(state, p.at) for p in state.players if p.at}
        if state.enemy_die == "attack":
            facts = {name: board.enemy_facts(state, foe) for name, foe in state.foes.items()}
            struck = strikes(tower, acting, facts, heroes)
            for name, count in wounds_of(struck, {p.name: p.health for p in state.players}).items():
                self.wound(name, count, tuple(one.enemy for one in struck if one.hero == name))
        elif state.enemy_die in ("left", "right"):
            staying = set(heroes.values()) | {
                board.cell_of(state, foe.at) for name, foe in state.foes.items() if name not in acting
            }
            moves = enemy_moves(tower, acting, staying, "left" if state.enemy_die == "left" else "right")
            for name, cell in moves.items():
                self.emit(ev.FigureMoved(name, board.space_of(state, cell), "die"))
        if self.state.step != "over":
            self.emit(ev.StepBegan("actions"))
            self._help_by_cards()

    def _help_by_cards(self) -> None:
        """Lets passive cards of the active player act by themselves; a text is on the card (PLT-ACT-11)."""
        player = self.state.active
        for card in player.cards:
            shown = board.card_of(self.state, card)
            if shown.is_passive and isinstance(shown.effect, Gain):
                self.gain(player.name, shown.effect)

    def _do_gravity(self) -> None:
        self.drop(settle(board.table_of(self.state), board.position_of(self.state)))
        if self.state.step != "over":
            self.emit(ev.StepBegan("end"))

    def _do_end(self) -> None:
        state = self.state
        if state.event and state.box.events[state.event].when == "end":
            self.gain(state.active.name, state.box.events[state.event].effect)
        if self.state.step == "over":
            return
        if board.is_above(self.state, self.state.active.at) and self.state.boss in self.state.foes:
            self.emit(ev.StepBegan("boss"))
        else:
            self.pass_turn()

    def _do_boss(self) -> None:
        play_boss(self)

    def pass_turn(self) -> None:
        """Lets the next player begin, clockwise; a limit of rounds may end the game."""
        state = self.state
        seat = (state.turn + 1) % len(state.players)
        round_number = state.round + (seat == 0)
        limit = state.options.round_limit
        if limit is not None and round_number > limit:
            self.emit(ev.GameEnded("rounds"))
        else:
            self._begin_turn(seat, round_number)

    def gain(self, player: str, effect: object) -> None:
        """Carries an effect out for a player; what has no machine form is asked of the table."""
        if isinstance(effect, ByHand):
            self.emit(ev.HandAsked(effect.text))
        if not isinstance(effect, Gain):
            return
        self.emit(ev.Gained(player, effect.coins, effect.gems, max(0, effect.hearts), dict(effect.symbols)))
        if effect.hearts < 0 and self.state.find_player(player).at:
            health = self.state.find_player(player).health
            self.wound(player, min(health, -effect.hearts))

    def wound(self, player: str, count: int, by: tuple[str, ...] = ()) -> None:
        """Takes health from a hero; some enemies blank the Special die too (PLT-FAINT-1)."""
        self.emit(ev.HeroWounded(player, count, by))
        victim = self.state.find_player(player)
        kinds = [self.state.foes[name].kind for name in by if not self.state.foes[name].is_boss]
        if victim.special and any(self.state.box.enemies[kind].blanks_special for kind in kinds):
            self.emit(ev.SpecialSet(player))
        if victim.health <= 0:
            self.faint(player)

    def faint(self, player: str) -> None:
        """Takes a hero off the map; alone, that loses the game (PLT-SOLO-2)."""
        at = self.state.find_player(player).at
        self.emit(ev.HeroFainted(player, board.is_above(self.state, at)))
        if self.state.is_solo:
            self.emit(ev.GameEnded("fainted"))

    def drop(self, fallen: Fallen) -> None:
        """Lets figures fall as the rules worked it out (PLT-GRAV-1)."""
        state = self.state
        names = self._names(state)
        for fall in fallen.falls:
            name = names[fall.kind][fall.number]
            to = board.space_of(state, fall.end)
            self.emit(ev.FigureMoved(name, to, "fall"))
            if fall.traps:
                self.wound(name, len(fall.traps))
            if fall.gem or fall.coin:
                self.emit(ev.TokensTaken(name, to))
            if self.state.step == "over":
                return

    def carry_out(self, step: Step) -> None:
        """Lets a step of the active hero happen as the rules worked it out, but for what it costs."""
        before = self.state
        here = board.position_of(before)
        player = before.active.name
        names = self._names(before)
        action, after = step.action, step.after
        if action.name == "monster":
            enemy = names["enemy"][here.enemies.index(action.cell)]
            self.emit(ev.FigureMoved(enemy, board.space_of(before, action.to), "monster"))
            return
        if step.wounds and action.name == "step":
            by = tuple(
                names["enemy"][index] for index in attackers(board.table_of(before), here, action.cell)
            )
            if by:
                self.wound(player, min(here.health, step.wounds), by)
        if (not self.state.active.at and before.active.at) or self.state.step == "over":
            return
        if action.to != OFF:
            self._push(action.cell, action.to)
        how = {"step": "step", "hop": "hop", "generate": "generate"}[action.name]
        to = board.space_of(before, action.cell)
        self.emit(ev.FigureMoved(player, to, how))  # type: ignore[arg-type]
        if action.name == "step":
            self.emit(ev.StepsPaid(after.steps_left))
            trapped = before.options.trap_on_walk and board.tower_of(before).has_trap[action.cell]
            if trapped:
                self.wound(player, 1)
        self._arrive(player, to)

    def _push(self, cell: int, to: int) -> None:
        state = self.state
        space, target = board.space_of(state, cell), board.space_of(state, to)
        figures = {foe.at: name for name, foe in state.foes.items()}
        figures |= {player.at: player.name for player in state.players if player.at}
        # The hero's old cell counts as free: it goes first, so that two are never in one cell for long.
        self.emit(ev.FigureMoved(figures[space], target, "push"))
        if figures[space] not in state.foes:
            self._collect(figures[space], target)

    def _arrive(self, player: str, space: str) -> None:
        state = self.state
        if state.step == "over" or state.find_player(player).at != space:
            return
        self._collect(player, space)
        level = board.level_at(space)
        if space in board.spots(state, level, "specials") and level == board.boss_level(state):
            self.curse(player)
        are_all_in = all(board.is_above(state, one.at) for one in self.state.players)
        if are_all_in and state.lowest < board.boss_level(state):
            self.emit(ev.LevelsRemoved(board.boss_level(state)))

    def curse(self, player: str) -> None:
        """Gives a hero a Boss token; a second one is a wound instead (PLT-BOSS-9)."""
        if self.state.find_player(player).has_token:
            self.wound(player, 1)
        else:
            self.emit(ev.BossTokenTaken(player))

    def _collect(self, player: str, space: str) -> None:
        if space in self.state.gems or space in self.state.coins:
            self.emit(ev.TokensTaken(player, space))

    def defeat(self, enemy: str, wounds: int) -> None:
        """Takes a defeated enemy off the map, with its loot; the Boss ends the game (PLT-BOSS-5)."""
        state = self.state
        foe, player = state.foes[enemy], state.active.name
        self.emit(ev.EnemyDefeated(enemy, player, wounds))
        more = state.box.heroes[state.active.hero].loot_coins
        if more and not foe.is_boss:
            self.emit(ev.Gained(player, coins=more))
        if foe.is_boss:
            self.emit(ev.GameEnded("boss", player))

    def _names(self, state: State) -> dict[str, list[str]]:
        """Lists the figures as the rules of a turn number them."""
        active = state.active
        return {
            "hero": [active.name],
            "other": [player.name for player in state.players if player != active],
            "enemy": list(state.foes),
        }

    def _opens_level(self) -> bool:
        """Turns the next level up when a hero is in the top row of the highest one (PLT-LEVEL-1)."""
        state = self.state
        if state.revealed == len(state.levels):
            return False
        level = state.revealed
        drawn = state.levels[level]
        is_boss = level == board.boss_level(state)
        if len(drawn.tiles) == 2 and (drawn.enemy or is_boss):
            generators = () if is_boss else board.spots(state, level, "generators")
            foes = zip(state.free_names(drawn.enemy), generators, strict=False)
            self.emit(ev.LevelRevealed(level, dict(foes)))
            if is_boss:
                self.emit(ev.Asked(("boss_cells",)))
            return True
        if state.tasks or level == 0:
            return False
        top = level * TILE_ROWS
        if any(player.at and board.place_of(player.at)[1] == top for player in state.players):
            tiles = "boss_tiles" if is_boss else "tiles"
            self.emit(ev.Asked((tiles, tiles) if is_boss else (tiles, tiles, "enemies")))
            return True
        return False

    def _gives_artifacts(self) -> bool:
        """Hands artifacts to who meets their requirement, the active player first (PLT-ART-1)."""
        state = self.state
        for card, holder in state.artifacts.items():
            wanted = state.box.artifacts[card]
            seats = (*state.players[state.turn :], *state.players[: state.turn])
            held = max(
                (_merit(state, p.name, wanted.requires) for p in seats if p.name == holder), default=-1
            )
            for player in seats:
                merit = _merit(state, player.name, wanted.requires)
                if player.name != holder and merit >= wanted.count and merit > held:
                    self.emit(ev.ArtifactTaken(card, player.name))
                    return True
        return False


def _merit(state: State, name: str, requires: str) -> int:
    player = state.find_player(name)
    if requires == "highest":
        return board.place_of(player.at)[1] if player.at else 0
    merit: int = getattr(player, requires)
    return merit
