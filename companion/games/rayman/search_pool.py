"""Sets of action pools as whole numbers: one bit a pool, so that a step on thousands of pools is one shift.

A pool is a point of a box: one dimension an icon, one for the Heart token, one for the odd icon that the
Drifter and the Sneaker count. Spending and gaining are shifts by a dimension's stride under a mask, and every
composed effect is a list of such pieces.
"""

from __future__ import annotations

from companion.games.rayman.dispute import ICONS, LUMS, Turn


class Piece:
    """A change by one shift: which pools it is for, and how many bits these go (left when positive)."""

    __slots__ = ("_then", "mask", "shift")

    def __init__(self, mask: int, shift: int) -> None:
        self.mask = mask
        self.shift = shift
        self._then: dict[Piece, Piece] = {}

    def __bool__(self) -> bool:
        return self.mask != 0

    def then(self, after: Piece) -> Piece:
        """Returns one piece that does both, worked out only once for the same two."""
        both = self._then.get(after)
        if both is None:
            shift = self.shift
            seen = after.mask >> shift if shift >= 0 else after.mask << -shift
            both = self._then[after] = Piece(self.mask & seen, shift + after.shift)
        return both

    def of(self, bits: int) -> int:
        """Applies the change to a set of pools."""
        shift = self.shift
        return (bits & self.mask) << shift if shift >= 0 else (bits & self.mask) >> -shift


Effect = tuple[Piece, ...]

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
            "scrambler": most["jump"] // 2,
        }.get(self.legendary or "", 0)
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
            self._spends[key] = Piece(self.at_least(name, count), -count * self.strides[name])
        return self._spends[key]

    def gain(self, icon: str) -> Effect:
        """Returns what an icon that comes into the pool does; a Lums may stay what it is."""
        return self._gains[icon]

    def _gain(self, icon: str) -> Effect:
        if icon == "lums" and not self.keeps_lums:
            return (*self._gain(self.lum), *self.keep) if self.lum else self.keep
        stride = self.strides[icon]
        if icon != self.counted or self.sizes[ODD] == 1:
            return (Piece(self.all, stride),)
        odd = self.at_least(ODD, 1)
        first, second = self.strides[ODD], self.strides["move"] - self.strides[ODD]
        able = self.at_least(ONCE, self.is_once)
        pieces = (Piece(able & ~odd, stride + first), Piece(able & odd, stride + second))
        return (*pieces, Piece(self.all & ~able, stride)) if self.is_once else pieces

    def then(self, first: Effect, second: Effect) -> Effect:
        """Composes two effects."""
        return tuple(piece.then(after) for piece in first for after in second)

    def start(self, *, at_most: bool) -> list[int]:
        """Returns the bits of the pool at the start; `at_most` adds all smaller ones with the same Heart."""
        counts = dict(self.first)
        odd = int(self.has_odd_icon)
        if self.counted and not self.is_running:
            odd = counts[self.counted] % 2
            counts["move"] += counts[self.counted] // 2
        index = sum(counts[icon] * self.strides[icon] for icon in counts)
        index += self.has_heart * self.strides[TOKEN]
        index += odd * self.strides[ODD] if self.sizes[ODD] > 1 else 0
        index += self.is_once * self.strides[ONCE]
        starts = {1 << index}
        for _ in range(self.lums):
            starts |= {piece.of(bits) for bits in starts for piece in self.gain("lums") if piece.of(bits)}
        if not at_most:
            return sorted(starts)
        bits = 0
        for start in starts:
            bits |= start
        return [self.below(bits)]

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
