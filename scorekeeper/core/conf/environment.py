"""Read the environment variables: the mode, and the checks of production."""

import re
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NoReturn

from environs import Env, EnvError, validate

from scorekeeper.core.db import database

HOME = "home"
PRODUCTION = "production"
MOST_PROCESSES = 64
WEAKEST_KEY = 50  # characters; Django's own deployment check asks for the same
_LABEL = r"[a-z0-9](?:[a-z0-9_-]{0,61}[a-z0-9])?"
# a leading dot allows all subdomains of a name, so it is refused before a top-level domain
_HOST = re.compile(rf"(?:{_LABEL}(?:\.{_LABEL})*|(?:\.{_LABEL}){{2,}})", re.ASCII | re.IGNORECASE)

_MAIL_SETTINGS = {
    f"EMAIL_{name}"
    for name in ("BACKEND", "FILE_PATH", "HOST", "HOST_PASSWORD", "HOST_USER", "PORT", "USE_SSL", "USE_TLS")
}


@dataclass(frozen=True)
class Choices:
    """The settings of the environment, read and checked once."""

    mode: str
    debug: bool
    data: str
    secret_key: str
    hosts: list[str]
    bind: str
    port: int
    threads: int
    processes: int
    trusted_proxies: list[str]
    static_root: str
    database: dict[str, Any] | None
    patience: float
    forms: int
    mail: dict[str, Any] | None
    mail_from: str

    @property
    def production(self) -> bool:
        """Return whether this is a public site, not a server at home."""
        return self.mode == PRODUCTION


def refuse(*reasons: str) -> NoReturn:
    """Stop the start with one line for each reason."""
    raise SystemExit("\n".join(f"Scorekeeper does not start: {reason}" for reason in reasons))


def read(env: Env) -> Choices:
    """Read the environment, or stop with the reasons."""
    try:
        choices = _parse(env)
    except EnvError as error:
        refuse(str(error))
    if choices.production and (reasons := refusals(choices)):
        refuse(*reasons)
    return choices


def _parse(env: Env) -> Choices:
    mode = env.str("SCOREKEEPER_MODE", HOME, validate=validate.OneOf([HOME, PRODUCTION]))
    hosts = _names(env.str("SCOREKEEPER_HOSTS", ""))
    return Choices(
        mode=mode,
        debug=env.bool("SCOREKEEPER_DEBUG", default=False),
        data=env.str("SCOREKEEPER_DATA", ""),
        secret_key=env.str("SCOREKEEPER_SECRET_KEY", ""),
        hosts=hosts,
        bind=env.str("SCOREKEEPER_BIND", "127.0.0.1" if mode == PRODUCTION else "0.0.0.0"),  # noqa: S104 - phones
        port=env.int("SCOREKEEPER_PORT", env.int("PORT", 8000), validate=validate.Range(min=0, max=65535)),
        threads=env.int("SCOREKEEPER_THREADS", 2, validate=validate.Range(min=1, max=2)),
        processes=env.int("SCOREKEEPER_PROCESSES", 1, validate=validate.Range(min=1, max=MOST_PROCESSES)),
        trusted_proxies=_names(env.str("SCOREKEEPER_TRUSTED_PROXIES", "")),
        static_root=env.str("SCOREKEEPER_STATIC_ROOT", ""),
        database=_database(env),
        patience=env.float("SCOREKEEPER_DATABASE_PATIENCE", 10, validate=validate.Range(min=0.1, max=60)),
        forms=env.int("SCOREKEEPER_FORMS_A_MINUTE", 600, validate=validate.Range(min=0)),
        mail=_mail(env),
        mail_from=_sender(env, hosts),
    )


def _names(listed: str) -> list[str]:
    return [name.strip() for name in listed.split(",") if name.strip()]


def _mail(env: Env) -> dict[str, Any] | None:
    """The mail settings for Django; None without a mail server."""
    if not env.str("SCOREKEEPER_EMAIL_URL", ""):
        return None
    try:
        chosen = dict(env.dj_email_url("SCOREKEEPER_EMAIL_URL"))
    except (EnvError, KeyError, ValueError) as error:
        raise EnvError(
            "SCOREKEEPER_EMAIL_URL must look like submission://name:password@mail.example.org."
        ) from error
    if "EMAIL_BACKEND" not in chosen:
        raise EnvError("SCOREKEEPER_EMAIL_URL names a way to send mail that is not known.")
    return {name: value for name, value in chosen.items() if name in _MAIL_SETTINGS}


def _sender(env: Env, hosts: list[str]) -> str:
    """The sender of mail."""
    site = next((host.lstrip(".") for host in hosts), "localhost")
    return env.str("SCOREKEEPER_EMAIL_FROM", f"Scorekeeper <scorekeeper@{site}>")


def _database(env: Env) -> dict[str, Any] | None:
    """The configured database; Scorekeeper's own variable takes precedence."""
    for name in ("SCOREKEEPER_DATABASE_URL", "DATABASE_URL"):
        if env.str(name, ""):
            chosen = dict(env.dj_db_url(name))
            if fault := _database_fault(chosen["ENGINE"]):
                raise EnvError(f"{name} {fault}")
            return chosen
    return None


def _database_fault(engine: str) -> str | None:
    if engine not in {database.SQLITE, database.POSTGRESQL}:
        return "must name a SQLite or a PostgreSQL database."
    if engine == database.POSTGRESQL and find_spec("psycopg") is None:
        return (
            "names a PostgreSQL database: 'pip install -r requirements-postgres.lock' adds what that needs."
        )
    return None


def refusals(choices: Choices) -> list[str]:
    """The reasons why these settings must not be used in production."""
    reasons = []
    if choices.debug:
        reasons.append("SCOREKEEPER_DEBUG must not be set in production: it shows the inside to strangers.")
    if is_weak(choices.secret_key):
        reasons.append(
            f"SCOREKEEPER_SECRET_KEY must be {WEAKEST_KEY} or more random characters in production;"
            " python3 -c 'import secrets; print(secrets.token_urlsafe(50))' makes one."
        )
    if not choices.hosts:
        reasons.append("SCOREKEEPER_HOSTS must name the site in production, for example scores.example.org.")
    reasons += [
        f"SCOREKEEPER_HOSTS must hold names of hosts, such as scores.example.org: {host!a} is none."
        for host in choices.hosts
        if not _HOST.fullmatch(host)
    ]
    if "*" in choices.trusted_proxies:
        reasons.append("SCOREKEEPER_TRUSTED_PROXIES must not trust everybody: name the proxy's address.")
    return reasons


def warnings(choices: Choices) -> list[str]:
    """Settings that are allowed but probably wrong."""
    if choices.production and not choices.trusted_proxies:
        reason = "SCOREKEEPER_TRUSTED_PROXIES names nobody: behind a proxy that speaks https for this server,"
        return [f"{reason} every page would be redirected to itself for ever."]
    return []


def is_weak(key: str) -> bool:
    """Return whether a key is short, repetitive, or one of Django's samples."""
    return len(key) < WEAKEST_KEY or len(set(key)) < 16 or key.startswith("django-insecure-")
