"""E-mail: a code is sent to an address, and whoever types it has shown that the address is his.

The same code is sent to whatever address is typed, known here or not, so that nobody learns who has an account. A code
is good only in the browser that asked for it, once, for ten minutes; then the address is forgotten. Mail is sent while
somebody waits, by one thread of a process at most: the others go on with the games.
"""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from smtplib import SMTPConnectError, SMTPException, SMTPServerDisconnected
from threading import Lock

from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.validators import EmailValidator
from django.http import HttpRequest
from django.http.request import split_domain_port
from django.utils.crypto import get_random_string
from django.utils.translation import gettext as _

from scorekeeper.core.db.write_lock import writing

from .identity import person_of
from .models import MailCode, Person
from .one_time_codes import Codes, in_fours

CODES = Codes("scorekeeper.people.mail")
LIVES = timedelta(minutes=10)
LONGEST, KEY = 254, 32
PAUSE = 30  # seconds in which a mail server that did not answer is left alone
_ASKED = "mail asked"
is_address = EmailValidator(allowlist=[])  # not at this machine
logger = logging.getLogger(__name__)


class MailError(Exception):
    """The mail server did not take the message."""


class TakenError(Exception):
    """The address opens somebody else's account."""


def spelled(typed: str) -> str | None:
    """A typed address as it is kept and compared, None where it cannot be one."""
    address = typed.strip().lower()
    try:
        is_address(address)
    except ValidationError:
        return None
    # nor at the number of another one
    return address if len(address) <= LONGEST and not address.endswith("]") else None


def send_code(request: HttpRequest, address: str) -> None:
    """Send a fresh code; one that was asked for before in this browser is void. Raises MailError."""
    code, key = CODES.fresh(), get_random_string(KEY)
    site, _port = split_domain_port(request.get_host())  # whoever asks says the port
    _post(address, " ".join(in_fours(code)), site)
    with writing():
        forget(request)
        MailCode.objects.filter(ends__lte=time.time()).delete()
        MailCode.objects.create(
            key=key,
            person=person_of(request),
            address=address,
            digest=CODES.digest(code, address),
            ends=int(time.time() + LIVES.total_seconds()),
        )
    request.session[_ASKED] = key


def asked_by(request: HttpRequest) -> MailCode | None:
    """The code that this browser waits for."""
    found = (
        MailCode.objects.filter(key=request.session.get(_ASKED, "")).first()
        if _ASKED in request.session
        else None
    )
    return found if found and 0 < found.ends - time.time() <= LIVES.total_seconds() else None


def waits_for(request: HttpRequest) -> str:
    """The address whose code this browser waits for, empty where there is none."""
    asked = asked_by(request)
    return asked.address if asked else ""


def proven(request: HttpRequest, code: str) -> str | None:
    """The address, if this is its code in its one spelling, which is used up by that; None where it is not."""
    asked = asked_by(request)
    if asked is None or not CODES.is_of(asked.digest, code, asked.address):
        return None
    # of two that ask at once only one uses it up
    return asked.address if forget(request) else None


def forget(request: HttpRequest) -> bool:
    """Wait for no code any more; whether there was one."""
    key = request.session.pop(_ASKED, None)
    return bool(key) and bool(MailCode.objects.filter(key=key).delete()[0])


def person_at(address: str) -> Person | None:
    """Whose account an address opens."""
    found = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    return found.user if found is not None else None


def address_of(person: Person) -> str:
    """The address of a person, empty where he has none."""
    found = EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True).first()
    return found or ""


def keep_address(person: Person, address: str) -> None:
    """Let an address that is proven open somebody's account, instead of the one before. Raises TakenError."""
    with writing():
        if EmailAddress.objects.filter(email=address, verified=True).exclude(user=person).exists():
            raise TakenError
        remove_address(person)
        EmailAddress.objects.create(user=person, email=address, verified=True, primary=True)


def remove_address(person: Person) -> None:
    """Let no address open somebody's account."""
    EmailAddress.objects.filter(user=person).delete()


# --- inside ----------------------------------------------------------------------------------------------

_sending = Lock()
_failed = float("-inf")  # when this process last found no mail server


def _post(address: str, code: str, site: str) -> None:
    global _failed  # noqa: PLW0603 - what this process knows of the mail server
    if time.monotonic() - _failed < PAUSE or not _sending.acquire(timeout=1):
        raise MailError
    try:
        send_mail(_("Your code: %(code)s") % {"code": code}, _words(code, site), None, [address])
    except (OSError, SMTPException, ValueError) as error:
        # who it was for is nobody's business
        logger.error("Mail could not be sent: %s", type(error).__name__)  # noqa: TRY400
        if not isinstance(error, SMTPException) or isinstance(
            error, SMTPConnectError | SMTPServerDisconnected
        ):
            _failed = time.monotonic()
        raise MailError from error
    finally:
        _sending.release()
    _failed = float("-inf")


def _words(code: str, site: str) -> str:
    told = _(
        "%(code)s is your code for Scorekeeper at %(site)s.\n\n"
        "Type it on the phone where you asked for it. It works once, for %(minutes)d minutes. Give it to nobody:"
        " whoever has it has your games.\n\nIf you did not ask for it, do nothing, and nothing happens.\n"
    )
    return told % {"code": code, "site": site, "minutes": LIVES.seconds // 60}
