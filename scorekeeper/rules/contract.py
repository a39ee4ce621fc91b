"""The contract between the rules and everything else.

A game is an object that satisfies `Game`: pure functions over immutable values, standard library only,
no clock, no chance, no framework. Whoever stores, shows or settles a game asks only what stands here.
Wording lives outside: errors carry a stable code and fields, labels are English texts marked with `N_`
that the pages translate when they show them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

OptionValue = bool | int | str


def N_(message: str) -> str:  # noqa: N802 - the mark that collectors of texts know
    """Mark a text for the translators and return it unchanged."""
    return message


class RuleError(ValueError):
    """Something the rules do not take: a stable snake_case `code` and the `fields` its wording needs."""

    def __init__(self, code: str, **fields: Any) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


def shown(text: object) -> str:
    """Somebody's text as an error may repeat it: no lone surrogates, no control characters, no novels."""
    return ascii(str(text))[1:-1][:40]


class SetupError(RuleError):
    """The game cannot be started like this: unknown option, wrong seats."""


class MoveError(RuleError):
    """A move was refused."""


class InvalidMoveError(MoveError):
    """The move is malformed whatever the state of the game: a die of 7, a field of the wrong type."""


class IllegalMoveError(MoveError):
    """The move is well formed and the rules refuse it here."""


# --- house rules -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option, its label, and the dice or cards that show it where words would not do.

    `phrase`: the rule that it makes, in a few words that stand alone; `title`: what follows the game's name instead,
    where the rule is part of what people call the game. In both `%(value)s` is the value.
    """

    value: OptionValue
    label: str
    shown: tuple[int | str, ...] = ()
    phrase: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: what it is called, one line that explains it, its values, the printed one.

    `since`: above 1 for a rule that came later, with the way that was played before as its default.
    """

    name: str
    label: str
    explanation: str
    values: tuple[Value, ...]
    default: OptionValue
    since: int = 1

    def accepts(self, value: object) -> bool:
        """Whether `value` is one of the values, type included: True is not 1."""
        return any(type(value) is type(each.value) and value == each.value for each in self.values)


@dataclass(frozen=True, slots=True)
class Preset:
    """A printed sheet with a name of its own: its house rules, and what the game and its rows are called on it.

    `labels`: by the key of a row. `language`: where most people know the game by this sheet. What is left empty is
    called as the game calls it.
    """

    options: Mapping[str, OptionValue]
    name: str = ""
    summary: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    language: str = ""


YES, NO = N_("Yes"), N_("No")


def yes_or_no(
    name: str, label: str, explanation: str, *, default: bool, phrases: tuple[str, str], title: str = ""
) -> Option:
    """An option that is on or off. `phrases`: of both, in this order; `title`: of the one that is on."""
    values = (Value(True, YES, phrase=phrases[0], title=title), Value(False, NO, phrase=phrases[1]))
    return Option(name, label, explanation, values, default)


class Options(Mapping[str, OptionValue]):
    """The house rules of one game, complete and immutable; hashable, so that tables can be kept per set.

    `version`: the version of the game's rules by which it is played. Games keep the one they began with.
    """

    __slots__ = ("_hash", "_values", "version")

    def __init__(self, values: Mapping[str, OptionValue], version: int = 1) -> None:
        self._values = dict(values)
        self.version = version
        # True == 1 hashes alike, but no option mixes the two types among its values
        self._hash = hash((version, *sorted(self._values.items())))

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Options):
            return False
        return self.version == other.version and self._values == other._values

    def __repr__(self) -> str:
        return f"Options({self._values!r}, {self.version})"

    def __reduce__(self) -> tuple[type[Options], tuple[dict[str, OptionValue], int]]:
        # hashes of texts differ from process to process: a stored state must not carry one
        return Options, (self._values, self.version)

    def number(self, name: str) -> int:
        """The value of an option that counts."""
        value = self._values[name]
        if not isinstance(value, int):
            raise TypeError(name)
        return value


def resolve(
    options: Sequence[Option],
    given: Mapping[str, object],
    presets: Mapping[str, Preset] | None = None,
    version: int = 1,
) -> Options:
    """The complete house rules: those given, else those of the given preset, else the defaults.

    Raises SetupError: `unknown_option` (`option`), `bad_option` (`option`, and the `values` that it takes).
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise SetupError("unknown_option", option=shown(name))
        if not known[name].accepts(value):
            raise SetupError("bad_option", option=name, values=[each.value for each in known[name].values])
    values: dict[str, OptionValue] = {option.name: option.default for option in options}
    preset = (presets or {}).get(str(given.get("preset", values.get("preset"))))
    values.update(preset.options if preset else {})
    values.update({name: value for name, value in given.items() if isinstance(value, (bool, int, str))})
    return Options(values, version)


# --- who plays -------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Seats:
    """Who plays, in order of play; the partnerships, if any; who deals first (card games)."""

    players: tuple[str, ...]
    teams: tuple[tuple[str, ...], ...] = ()
    dealer: str | None = None

    def __post_init__(self) -> None:
        if not self.players or len(set(self.players)) != len(self.players):
            raise SetupError("bad_players")
        if self.teams:
            seated = [player for team in self.teams for player in team]
            if sorted(seated) != sorted(self.players) or len({len(team) for team in self.teams}) != 1:
                raise SetupError("bad_teams")
        if self.dealer is not None and self.dealer not in self.players:
            raise SetupError("bad_dealer")

    @property
    def sides(self) -> tuple[tuple[str, ...], ...]:
        """The parties of the game: the teams, else every player alone, in seat order."""
        return self.teams or tuple((player,) for player in self.players)

    def check_number(self, players: range) -> None:
        """Raise SetupError `bad_player_count` (`least`, `most`) where a game takes another number of players."""
        if len(self.players) not in players:
            raise SetupError("bad_player_count", least=players[0], most=players[-1])

    def check_alone(self) -> None:
        """Raise SetupError `bad_teams` where a game knows no partnerships."""
        if any(len(team) > 1 for team in self.teams):
            raise SetupError("bad_teams")

    def after(self, player: str) -> tuple[str, ...]:
        """Everybody in order of play, beginning with whoever sits after `player`."""
        place = self.players.index(player) + 1
        return self.players[place:] + self.players[:place]

    @property
    def first_dealer(self) -> str:
        """Who deals first: the last player where nothing else was said, so that the first player leads."""
        return self.dealer or self.players[-1]


# --- results ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rank:
    """One row of the standings: tied players (or names of sides) share it; ranks after a tie are 1, 1, 3."""

    rank: int
    players: tuple[str, ...]
    score: int


def rank(scores: Mapping[str, int], first: Sequence[str] = ()) -> tuple[Rank, ...]:
    """Standings, highest score first; `first` ranks above everybody whatever the scores."""
    tiers: dict[tuple[int, int], list[str]] = {}
    for player, score in scores.items():
        tiers.setdefault((0 if player in first else 1, -score), []).append(player)
    rows: list[Rank] = []
    place = 1
    for (_, score), players in sorted(tiers.items()):
        rows.append(Rank(place, tuple(players), -score))
        place += len(players)
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, as the settlement of bets reads it.

    `scores`: every player's own total, in seat order. `sides`: the parties in seat order (single players or
    teams). `winners`: the winning sides' members, empty in a draw. `automatic`: an automatic win, what the game's
    rules call one (five alike on the first throw, all five tricks). `outright`: the winners need not have the highest
    total for another reason (a concession, a bidder who goes out first). `lowest`: in games without points, who
    counts as lowest; empty where the totals say it. `has_points`: whether the scores are points that a stake per
    point may use.
    """

    reason: str
    scores: Mapping[str, int]
    sides: tuple[tuple[str, ...], ...]
    winners: tuple[str, ...]
    automatic: bool = False
    lowest: tuple[str, ...] = ()
    has_points: bool = True
    outright: bool = False

    @property
    def is_decided(self) -> bool:
        """Whether the winners rank first whatever the totals."""
        return self.automatic or self.outright

    def side_score(self, side: tuple[str, ...]) -> int:
        """A side's total: the sum of its members'."""
        return sum(self.scores[player] for player in side)


# --- what may be written, and what stands there ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Offer:
    """One way to fill a choice: the points, with how many throws, why, and what else it brings.

    `extra`: points beyond the box itself (bonuses that it would earn). `spares`: spare throws banked (or,
    below zero, spent).
    """

    points: int
    throws: int | None = None
    reasons: tuple[str, ...] = ()
    extra: int = 0
    spares: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be written next.

    `kind`: "box" (a box of the sheet), "win" (the dice end the game), or what a card game writes ("round",
    "hand", "trick", "turn", "redeal", "concede", "end"), "card" where one of `cards` comes next,
    "take" where one of them may be picked up, "colour" or "cancel" where a turn that is begun waits for that.
    `player`: for whom, None where the line is the whole table's. `offers`: only where the value is to be
    chosen; a line of cards brings what the cards say. `fields`: what the entry panel starts from (who deals
    and leads, who is in, cards each, points to share).
    `cards`: those that `player` may show next, as far as the cards already shown tell.
    """

    kind: str
    player: str | None = None
    box: str | None = None
    offers: tuple[Offer, ...] = ()
    fields: Mapping[str, Any] = field(default_factory=dict)
    cards: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One place of the sheet. `points` None: nothing stands there. `line`: index of the move that wrote it.

    `total`: a running total beside it (rounds). `cards`: cards that lie there. `open`: may still be written.
    """

    points: int | None = None
    line: int | None = None
    total: int | None = None
    cards: tuple[str, ...] = ()
    open: bool = False
    marks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the sheet. `kind`: "box", "bonus", "spares", "round"...; `section` parts heavy rules.

    `worth`: what is printed beside the label (40, "sum"). `die`: the face a box counts, 0 for none.
    `fields`: what the label needs (a round's number, trump, dealer).
    """

    key: str
    label: str
    cells: tuple[Cell, ...]
    kind: str = "box"
    section: int = 0
    worth: str = ""
    die: int = 0
    fields: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a template needs to draw a game: columns are players, `progress` is (turn, of how many).

    `leaders`: who is in front, once it is over who won. `sides` and `side_totals`: the partnerships and their
    totals, empty where everybody plays alone. `marks`: per column what stands beside the name ("dealer",
    "leads", "out", "dropped", "grace"), empty where a game has no such thing.
    """

    players: tuple[str, ...]
    rows: tuple[Row, ...]
    totals: tuple[int, ...]
    turn: str | None
    leaders: tuple[str, ...]
    progress: tuple[int, int | None]
    sides: tuple[tuple[str, ...], ...] = ()
    side_totals: tuple[int, ...] = ()
    marks: tuple[tuple[str, ...], ...] = ()


def leaders(scores: Mapping[str, int], sides: Sequence[tuple[str, ...]] = ()) -> tuple[str, ...]:
    """Whoever is in front, with `sides` every member of the side that is; nobody while all are equal."""
    parties = sides or [(player,) for player in scores]
    totals = [sum(scores[player] for player in side) for side in parties]
    in_front = [side for side, total in zip(parties, totals, strict=True) if total == max(totals)]
    if len(in_front) == len(parties) > 1:
        return ()
    return tuple(player for side in in_front for player in side)


# --- the game itself -------------------------------------------------------------------------------------

S = TypeVar("S")
M = TypeVar("M")


class Game(Protocol[S, M]):
    """What every rule module's GAME offers. `S` is its state, `M` its move; both are immutable."""

    slug: str
    name: str
    summary: str
    # the newest version of the rules; it rises where a line that was written could come to something else
    version: int
    OPTIONS: tuple[Option, ...]
    PRESETS: Mapping[str, Preset]
    # how many may play by the rules; `start` refuses others. The set-up offers those that fit a table.
    PLAYERS: range
    # whether somebody deals, so that a game begins by saying who deals first
    DEALS: bool
    # whether totals are points, so that a stake may be paid per point
    POINTS: bool
    # the partnerships that the set-up offers: numbers of sides by number of players, {4: (2,), 6: (2, 3)}
    PARTNERSHIPS: Mapping[int, tuple[int, ...]]

    def resolve(self, given: Mapping[str, object], version: int | None = None) -> Options:
        """The complete house rules for a version of the rules, the newest by default. Raises SetupError."""

    def start(self, options: Options, seats: Seats) -> S:
        """The state before the first move. Raises SetupError where the seats do not suit the game."""

    def parse(self, data: object) -> M:
        """A move from its transcript entry. Raises InvalidMoveError for what is malformed."""

    def dump(self, move: M) -> dict[str, Any]:
        """The transcript entry of a move: `parse(dump(move)) == move`."""

    def apply(self, state: S, move: M, *, check_order: bool = True) -> S:
        """The state after the move. Raises IllegalMoveError. `check_order` False: the line was accepted
        before, a correction elsewhere must not make it illegal by the order of play."""

    def choices(
        self,
        state: S,
        *,
        player: str | None = None,
        begun: Mapping[str, Any] | None = None,
    ) -> tuple[Choice, ...]:
        """What may be written next (for `player`, else for whose turn it is); empty exactly when it is over,
        or when that player has nothing left to write. `begun`: the entry as far as it is made, in the words of
        a transcript ({"dice": [...], "throws": 2}, {"trump": "H", "tricks": ["A"]}); the answer is what it
        brings and how it may go on. `apply` takes every offer. Raises MoveError where no entry may begin so."""

    def bounds(self, state: S) -> dict[str, tuple[int, int]] | None:
        """Least and most final total of each player, bonuses counted; None where a game has no totals."""

    def dealer(self, state: S) -> str | None:
        """Who deals, or dealt what runs; once it is over, who deals a new game of the same players. None in a
        game without a deal."""

    def turn(self, state: S) -> str | None:
        """Who writes next; None where anybody may, or when it is over."""

    def scores(self, state: S) -> dict[str, int]:
        """Every player's own total, in seat order."""

    def sheet(self, state: S) -> Sheet:
        """The sheet as it stands."""

    def report(self, state: S) -> dict[str, Any]:
        """The sheet as `replay` prints it."""

    def outcome(self, state: S) -> Outcome | None:
        """How it ended; None while it runs."""
