"""Sets of action pools as whole numbers: one bit a pool, so that a step on hundreds of pools is one shift.

A pool is a point of a box: one dimension an icon, one for the Heart token, one for the odd icon that the
Drifter and the Sneaker count. Spending and gaining are shifts by a dimension's stride under a mask, and every
composed effect is a list of such pieces. Movements are counted apart: nearly every step takes one, so that a
search which settles the most Movements first comes to most places only once.
"""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.rayman.dispute import ICONS, LUMS, Turn


class Piece:
    """A change by one shift: which pools it is for, and how many bits these go (left when positive)."""

    __slots__ = ("_then", "mask", "moves", "needs", "shift")

    def __init__(self, mask: int, shift: int, needs: int = 0, moves: int = 0) -> None:
        self.mask = mask
        self.shift = shift
        self.needs = needs
        """The fewest Movements with which it can be done."""
        self.moves = moves
        """The Movements that it brings, or takes where negative."""
        self._then: dict[Piece, Piece] = {}

    def __bool__(self) -> bool:
        return self.mask != 0

    def then(self, after: Piece) -> Piece:
        """Returns one piece that does both, worked out only once for the same two."""
        both = self._then.get(after)
        if both is None:
            shift = self.shift
            seen = after.mask >> shift if shift >= 0 else after.mask << -shift
            needs = max(self.needs, after.needs - self.moves)
            moves = self.moves + after.moves
            both = self._then[after] = Piece(self.mask & seen, shift + after.shift, needs, moves)
        return both

    def of(self, bits: int) -> int:
        """Applies the change to a set of pools."""
        shift = self.shift
        return (bits & self.mask) << shift if shift >= 0 else (bits & self.mask) >> -shift

    def before(self, bits: int) -> int:
        """Returns the pools that the change brings into a set."""
        shift = self.shift
        return (bits >> shift if shift >= 0 else bits << -shift) & self.mask


Effect = tuple[Piece, ...]
Held = tuple[int, int]
"""So many Movements, and the pools that are held with them."""

TOKEN = "token"
"""The dimension of the Heart token that is held."""
ODD = "odd"
"""The dimension of the icon that still waits for a second one."""
ONCE = "once"
"""The dimension of a Legendary ability that works once a race and is not used up yet."""


class Pools:
    """The box of all pools that a turn could hold."""

    def __init__(self, turn: Turn) -> None:
        self.legendary = turn.player.legendary
        self.is_running = turn.stance is not None
        self.has_odd_icon = turn.has_odd_icon
        self.is_once = turn.options.legendary_once and self.legendary is not None
        self.lum = LUMS.get(self.legendary or "", None)
        self.counted = {"drifter": "glide", "sneaker": "crouch"}.get(self.legendary or "")
        self.strict = turn.options.sneaker_strict_icons
        first = {} if turn.player.bubble else turn.pool
        self.first = {icon: first.get(icon, 0) for icon in ICONS if icon != "lums"}
        self.keeps_lums = self.lum is not None and not turn.options.heart_optional
        """Whether it matters when a Lums is traded: only where a Slap that is there must be dealt."""
        self.lums = first.get("lums", 0)
        self.has_heart = turn.player.heart
        self.sizes = self._sizes(turn)
        self.strides: dict[str, int] = {}
        total = 1
        for name, size in self.sizes.items():
            self.strides[name] = total
            total *= size
        self.all = (1 << total) - 1
        self._total = total
        self._at_least: dict[tuple[str, int], int] = {}
        self.whole = Piece(self.all, 0)
        self.keep: Effect = (self.whole,)
        self._spends: dict[tuple[str, int], Piece] = {}
        self._gains: dict[str, Effect] = {icon: self._gain(icon) for icon in ICONS}
        self.ability: Effect = (self.spend(ONCE),) if self.is_once else self.keep
        """What using a Legendary ability takes (RAY-VARIANT-8)."""
        self.unused = Piece(self.at_least(ONCE, self.is_once), 0)
        self.used = Piece(self.all & ~self.unused.mask, 0)

    def _sizes(self, turn: Turn) -> dict[str, int]:
        most = dict(self.first)
        lums = self.lums
        for token in turn.drawn:
            for icon in token:
                if icon == "lums":
                    lums += 1
                else:
                    most[icon] += 1
        if self.lum:
            most[self.lum] += lums
        if self.legendary == "sneaker":
            most["crouch"] += most["heart"] + self.has_heart
        if self.counted:
            most["move"] += (most[self.counted] + 1) // 2
        most["move"] += {
            "weaver": most["crouch"],
            "smasher": most["slap"] // 2,
            "scrambler": (most["jump"] + self.is_running) // 2,
        }.get(self.legendary or "", 0)
        self.most_moves = most.pop("move")
        sizes = {icon: count + 1 for icon, count in most.items()}
        sizes["lums"] = lums + 1 if self.keeps_lums else 1
        sizes[TOKEN] = 2 if self.has_heart or most["heart"] else 1
        to_come = {self.counted, "lums"} if self.lums else {icon for token in turn.drawn for icon in token}
        is_waiting = self.legendary == "sneaker" or not to_come.isdisjoint((self.counted, "lums"))
        sizes[ODD] = 2 if self.counted and is_waiting else 1
        sizes[ONCE] = 2 if self.is_once else 1
        return sizes

    def at_least(self, name: str, count: int) -> int:
        """Returns the mask of the pools that hold that much of a dimension."""
        key = (name, count)
        if key not in self._at_least:
            size, stride = self.sizes[name], self.strides[name]
            if count >= size:
                mask = 0
            else:
                period = size * stride
                row = ((1 << (size - count) * stride) - 1) << count * stride
                mask = row * (self.all // ((1 << period) - 1))
            self._at_least[key] = mask
        return self._at_least[key]

    def spend(self, name: str, count: int = 1) -> Piece:
        """Returns what paying does: nothing is left of the pools that cannot."""
        key = (name, count)
        if key not in self._spends:
            if name == "move":
                self._spends[key] = Piece(self.all, 0, count, -count)
            else:
                self._spends[key] = Piece(self.at_least(name, count), -count * self.strides[name])
        return self._spends[key]

    def gain(self, icon: str) -> Effect:
        """Returns what an icon that comes into the pool does; a Lums may stay what it is."""
        return self._gains[icon]

    def _gain(self, icon: str) -> Effect:
        if icon == "lums" and not self.keeps_lums:
            return (*self._gain(self.lum), *self.keep) if self.lum else self.keep
        if icon == "move":
            return (Piece(self.all, 0, moves=1),)
        stride = self.strides[icon]
        if icon != self.counted or self.sizes[ODD] == 1:
            return (Piece(self.all, stride),)
        odd = self.at_least(ODD, 1)
        able = self.at_least(ONCE, self.is_once)
        step = self.strides[ODD]
        pieces = (Piece(able & ~odd, stride + step), Piece(able & odd, stride - step, moves=1))
        return (*pieces, Piece(self.all & ~able, stride)) if self.is_once else pieces

    def then(self, first: Effect, second: Effect) -> Effect:
        """Composes two effects."""
        return tuple(piece.then(after) for piece in first for after in second)

    def start(self, *, at_most: bool) -> list[Held]:
        """Returns what is held at the start; `at_most` adds all smaller pools with the same Heart."""
        counts = dict(self.first)
        moves = counts.pop("move")
        odd = int(self.has_odd_icon)
        if self.counted and not self.is_running:
            odd = counts[self.counted] % 2
            moves += counts[self.counted] // 2
        index = sum(counts[icon] * self.strides[icon] for icon in counts)
        index += self.has_heart * self.strides[TOKEN]
        index += odd * self.strides[ODD] if self.sizes[ODD] > 1 else 0
        index += self.is_once * self.strides[ONCE]
        starts = {(moves, 1 << index)}
        for _ in range(self.lums):
            starts = {*starts, *self.after(self.gain("lums"), starts)}
        return [(held, self.below(bits) if at_most else bits) for held, bits in sorted(starts)]

    def after(self, effect: Effect, starts: Iterable[Held]) -> list[Held]:
        """Returns what is held after an effect."""
        return [
            (moves + piece.moves, piece.of(bits))
            for moves, bits in starts
            for piece in effect
            if moves >= piece.needs and piece.of(bits)
        ]

    def below(self, bits: int) -> int:
        """Adds all smaller pools with the same Heart."""
        for name, size in self.sizes.items():
            for _ in range(size - 1 if name not in (TOKEN, ODD, ONCE) else 0):
                bits |= self.spend(name).of(bits)
        return bits

    def most(self, bits: int, name: str) -> int:
        """Returns the most of a dimension that any of some pools holds."""
        return max(
            (count for count in range(self.sizes[name]) if bits & self.at_least(name, count)), default=0
        )

    def count(self, index: int, name: str) -> int:
        """Returns how much of a dimension the pool at a bit holds."""
        return index // self.strides[name] % self.sizes[name]
