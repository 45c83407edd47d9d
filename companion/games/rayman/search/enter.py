"""What a space does to who comes in: low ceilings, projectiles, enemies, the Boss, obstacles, hits."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.rayman.board import Space
from companion.games.rayman.search.pool import Piece
from companion.games.rayman.search.records import HURT, Branch, Node, Step
from companion.games.rayman.search.steps import Steps


class Entering(Steps):
    """The rule of entering, applied to sets of pools."""

    def _is_quiet(self, space: Space) -> bool:
        """Tells whether nothing in a space can ever concern who comes in."""
        quiet = self._quiet.get(space)
        if quiet is None:
            is_enemy = space in self.enemies and (
                space not in self.harmless or self.options.covered_enemy_slap
            )
            quiet = not (
                self.board.is_low(*space)
                or space in self.turn.projectiles
                or is_enemy
                or space == self.turn.boss
                or self.board.is_obstacle(*space)
            )
            self._quiet[space] = quiet
        return quiet

    def _enter(
        self,
        piece: Piece,
        number: int,
        p: int,
        level: int,
        *,
        is_gliding: bool = False,
        is_falling: bool = False,
        is_paid: bool = False,
    ) -> list[Branch]:
        """Lists how the pools come into a space; who is hurt there goes to its HURT node."""
        space = (p % self.columns, level)
        first = Branch(piece, number, is_gliding, "", "", False)
        if self._is_quiet(space):
            return [first]
        branches = []
        for covered in self._under(first, p, level, is_falling, is_paid):
            for met in self._meet(covered, p, level):
                is_foot = not met.is_gliding and self.options.obstacle_mode == "enter"
                if self.board.is_obstacle(*space) and is_foot:
                    branches += self._hit(met._replace(obstacle=True), p, level)
                else:
                    branches.append(met)
        return branches

    def _under(self, at: Branch, p: int, level: int, is_falling: bool, is_paid: bool) -> Iterator[Branch]:
        """Handles a low ceiling or a stationary projectile (RAY-CROUCH-1 to 7)."""
        space = (p % self.columns, level)
        world = self.worlds[at.world]
        is_low = space in self.facts.thick
        if not is_low and space not in world.projectiles:
            yield at
            return
        if not is_low and space in self.limits.vague:
            yield at
        is_ducked = False
        if self.board.is_floor(*space):
            if is_paid:
                is_ducked = True
                yield at._replace(is_gliding=False)
            elif not is_falling:
                after = at.piece.then(self.pay["crouch"])
                if after:
                    yield at._replace(piece=after, is_gliding=False, cover="crouch")
        if not is_low and not is_ducked:
            gone = self.world_id(world._replace(projectiles=world.projectiles - {space}))
            yield from self._hit(at._replace(world=gone, cover="hit"), p, level)

    def _meet(self, at: Branch, p: int, level: int) -> Iterator[Branch]:
        """Handles an enemy or the Boss (RAY-ENEMY-1 to 13, RAY-LEGEND-3)."""
        space = (p % self.columns, level)
        world = self.worlds[at.world]
        enemy = self.enemies.get(space)
        is_alive = enemy is not None and not world.defeated >> enemy & 1
        paid = at.piece.then(self.pay_enemy)
        if enemy is not None and is_alive and space not in self.harmless:
            if paid and self.limits.enemies >> enemy & 1:
                yield from self._defeat(at, paid, enemy)
            if self.legendary == "weaver":
                for piece in self.dodge:
                    dodged = at.piece.then(piece)
                    if dodged:
                        yield at._replace(piece=dodged, enemy="dodge")
        elif space == self.turn.boss and not world.boss_slapped:
            if paid:
                after = self.world_id(world._replace(boss_slapped=True))
                yield at._replace(piece=paid, world=after, enemy="slap")
        else:
            if (
                self.options.covered_enemy_slap
                and enemy is not None
                and is_alive
                and space != self.turn.boss
                and paid
                and self.limits.enemies >> enemy & 1
            ):
                yield from self._defeat(at, paid, enemy)
            yield at
            return
        unable = at.piece if self.options.heart_optional else at.piece.then(self.cannot_pay_enemy)
        if unable:
            yield from self._hit(at._replace(piece=unable, enemy="hit"), p, level)

    def _defeat(self, at: Branch, paid: Piece, enemy: int) -> Iterator[Branch]:
        world = self.worlds[at.world]
        after = self.world_id(world._replace(defeated=world.defeated | 1 << enemy))
        yield at._replace(piece=paid, world=after, enemy="slap")

    def _hit(self, at: Branch, p: int, level: int) -> list[Branch]:
        """Takes the Heart of the pools that hold one; the others are hurt (RAY-HEART-3)."""
        world = self.worlds[at.world]
        if world.immune:
            return [at]
        hurt = at.piece.then(self.without_token)
        if hurt:
            kind, by = self._doing
            step = Step(kind, (p, level), by, at.enemy, at.cover, obstacle=at.obstacle)
            self._insert(Node(at.world, p, level, HURT), hurt, self._node, step)
        saved = at.piece.then(self.lose_token)
        if not saved:
            return []
        after = at.world
        if self.options.heart_gives_immunity:
            after = self.world_id(world._replace(immune=True))
        return [at._replace(piece=saved, world=after)]
