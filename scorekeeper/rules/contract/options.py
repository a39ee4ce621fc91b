"""House rules: options, their values, and presets for named printed sheets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from .errors import N_, SetupError, shown

OptionValue = bool | int | str


@dataclass(frozen=True, slots=True)
class Value:
    """One value of an option: its label, and the dice or cards that illustrate it.

    `phrase`: the resulting rule in a few words that are clear by themselves. `title`: used after the game's name
    instead of the phrase, if the rule is part of what people call the game. `%(value)s` in both is the value.
    """

    value: OptionValue
    label: str
    shown: tuple[int | str, ...] = ()
    phrase: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """A house rule: its label, a one-line explanation, its values and the default.

    `since`: the version of the game's rules that added it, above 1 for a later addition. The default of such an
    option is the way that was played before. `needs_previous`: it says nothing while the yes-or-no option before it
    is off.
    """

    name: str
    label: str
    explanation: str
    values: tuple[Value, ...]
    default: OptionValue
    since: int = 1
    needs_previous: bool = False

    def accepts(self, value: object) -> bool:
        """Return whether `value` is one of the values, type included: True is not 1."""
        return any(type(value) is type(each.value) and value == each.value for each in self.values)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named printed sheet: its house rules, and its own names for the game and its rows.

    `labels`: row labels by row key. `language`: the language in which most people know the game by this sheet.
    Where a name is empty, the game's own name applies.
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
    """Return an option that is on or off.

    `phrases`: of on and off, in this order. `title`: of on.
    """
    values = (Value(True, YES, phrase=phrases[0], title=title), Value(False, NO, phrase=phrases[1]))
    return Option(name, label, explanation, values, default)


class Options(Mapping[str, OptionValue]):
    """The house rules of one game, complete and immutable.

    They are hashable, so that tables can be cached per set. `version`: the version of the game's rules; a game
    stays with the version it started with.
    """

    __slots__ = ("_hash", "_values", "version")

    def __init__(self, values: Mapping[str, OptionValue], version: int = 1) -> None:
        self._values = dict(values)
        self.version = version
        # True and 1 have the same hash, but no option mixes the two types among its values
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
        # hashes of texts differ from process to process, so a stored state must not carry one
        return Options, (self._values, self.version)

    def number(self, name: str) -> int:
        """Return the value of a numeric option."""
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
    """Return the complete house rules: the given values, else the preset's, else the defaults.

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
