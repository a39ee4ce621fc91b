"""Fill a group with two years of games, for newcomers, screenshots and measurements."""

import os
import time
from argparse import ArgumentParser
from collections.abc import Mapping
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import get_supported_language_variant, override

from scorekeeper.core.conf import home_mode
from scorekeeper.demo import group
from scorekeeper.people.device_transfer import LIVES, make_code
from scorekeeper.people.models import Person
from scorekeeper.people.one_time_codes import in_fours

from .serve import picture

MOST_GAMES = 20_000


class Command(BaseCommand):
    """Create a demo group, or print a new login code for it."""

    help = "Fill a group with two years of random games, and print how to log in."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the number of games, the seed, the language, and what to do with an existing demo."""
        parser.add_argument("--games", type=int, default=400, help="number of games (400)")
        parser.add_argument(
            "--seed", type=int, help="seed of the random games: the same seed, the same games"
        )
        parser.add_argument(
            "--language",
            choices=[code for code, _name in settings.LANGUAGES],
            help="language of the group (default: that of the shell, else English)",
        )
        parser.add_argument("--again", action="store_true", help="make another demo beside the present one")
        parser.add_argument(
            "--enter", action="store_true", help="only print a new login code for the newest demo"
        )

    def handle(
        self, *_: Any, games: int, seed: int | None, language: str | None, again: bool, enter: bool, **__: Any
    ) -> None:
        """Refuse if a demo exists, otherwise create one and print its login code."""
        known = group.owners()
        if enter:
            if not known:
                raise CommandError("There is no demo yet: make one with 'manage.py demo'.")
            self.show_login(known[0])
            return
        if known and not again:
            raise CommandError(
                "There is a demo already: --enter prints how to log in, --again makes another one."
            )
        if not 1 <= games <= MOST_GAMES:
            raise CommandError(f"--games takes 1 to {MOST_GAMES}.")
        chosen = SystemRandom().randrange(10**6) if seed is None else seed
        with override(language or spoken_here(os.environ)):
            owner = self.make(chosen, games)
        self.show_login(owner)

    def make(self, seed: int, games: int) -> Person:
        """Play the games, print a summary, and return the owner of the group."""
        began = time.perf_counter()
        self.stdout.write(f"Playing {games} games with seed {seed} ...")
        demo = group.make(seed, games, timezone.now())
        seconds = time.perf_counter() - began
        self.stdout.write(
            f"{demo.group.name}: {demo.games} games on {demo.evenings} evenings, {demo.running} running,"
            f" {demo.corrections} corrections, {demo.payments} payments,"
            f" in {seconds:.0f} seconds ({games / seconds:.1f} games a second)."
        )
        return demo.owner

    def show_login(self, owner: Person) -> None:
        """Print a login code for the owner of the group.

        The database stores only a digest of the code.
        """
        links = home_mode.links(settings.CHOICES.bind, settings.CHOICES.port)
        first, last = in_fours(make_code(owner))
        where = f"{links[0]}move/"
        self.stdout.write(picture(where, colour=self.stdout.isatty()))
        self.stdout.write(
            f"To log in while the server runs ('make run'): open {where} in a browser without games"
            f" and type {first} {last} within {LIVES.seconds // 60} minutes."
            " 'manage.py demo --enter' makes a new code."
        )


def spoken_here(environment: Mapping[str, str]) -> str:
    """The supported language of the shell, by the usual environment variables.

    English without a match.
    """
    said = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    try:
        return get_supported_language_variant(said.partition(".")[0].partition("@")[0].replace("_", "-"))
    except LookupError:
        return settings.LANGUAGE_CODE
