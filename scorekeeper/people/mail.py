"""E-mail addresses as a login method, proven by a code sent to the address.

Known and unknown addresses get the same code and page, so neither reveals who has an account. A code is valid only in
the browser that requested it, once, for ten minutes; then the address is deleted. Mail is sent within the request, by
one thread per process at most, so that the other threads stay free.
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
PAUSE = 30  # seconds without another attempt after a mail server did not answer
_CODE_KEY = "mail asked"  # field of the session: key of the MailCode
validate_address = EmailValidator(allowlist=[])  # without the default exception for localhost
logger = logging.getLogger(__name__)


class MailError(Exception):
    """The mail server did not take the message."""


class TakenError(Exception):
    """The address belongs to another account."""


def normalize_address(typed: str) -> str | None:
    """Return a typed address in lower case, None where it is malformed."""
    address = typed.strip().lower()
    try:
        validate_address(address)
    except ValidationError:
        return None
    # no IP address as domain
    return address if len(address) <= LONGEST and not address.endswith("]") else None


def send_code(request: HttpRequest, address: str) -> None:
    """Send a new code and void the previous one of this browser.

    Raises MailError.
    """
    code, key = CODES.new(), get_random_string(KEY)
    site, _port = split_domain_port(request.get_host())  # the client chooses the port, so it is left out
    _post(address, " ".join(in_fours(code)), site)
    with writing():
        discard_code(request)
        MailCode.objects.filter(ends__lte=time.time()).delete()
        MailCode.objects.create(
            key=key,
            person=person_of(request),
            address=address,
            digest=CODES.digest(code, address),
            ends=int(time.time() + LIVES.total_seconds()),
        )
    request.session[_CODE_KEY] = key


def pending_code(request: HttpRequest) -> MailCode | None:
    """Return the unexpired code that this browser requested, None for none."""
    found = (
        MailCode.objects.filter(key=request.session.get(_CODE_KEY, "")).first()
        if _CODE_KEY in request.session
        else None
    )
    return found if found and 0 < found.ends - time.time() <= LIVES.total_seconds() else None


def pending_address(request: HttpRequest) -> str:
    """Return the address to which this browser's code was sent, empty for none."""
    pending = pending_code(request)
    return pending.address if pending else ""


def redeem_code(request: HttpRequest, code: str) -> str | None:
    """Redeem a normalized code and return its address, None for a wrong code."""
    pending = pending_code(request)
    if pending is None or not CODES.matches(pending.digest, code, pending.address):
        return None
    # of two simultaneous requests only one deletes it
    return pending.address if discard_code(request) else None


def discard_code(request: HttpRequest) -> bool:
    """Delete the code that this browser requested; return whether there was one."""
    key = request.session.pop(_CODE_KEY, None)
    return bool(key) and bool(MailCode.objects.filter(key=key).delete()[0])


def person_at(address: str) -> Person | None:
    """Return the person of an address, None where it is unknown."""
    found = EmailAddress.objects.filter(email=address, verified=True).select_related("user").first()
    return found.user if found is not None else None


def address_of(person: Person) -> str:
    """Return the address of a person, empty for none."""
    found = EmailAddress.objects.filter(user=person, verified=True).values_list("email", flat=True).first()
    return found or ""


def set_address(person: Person, address: str) -> None:
    """Replace the address of a person by a proven one.

    Raises TakenError.
    """
    with writing():
        if EmailAddress.objects.filter(email=address, verified=True).exclude(user=person).exists():
            raise TakenError
        remove_address(person)
        EmailAddress.objects.create(user=person, email=address, verified=True, primary=True)


def remove_address(person: Person) -> None:
    """Delete the address of a person."""
    EmailAddress.objects.filter(user=person).delete()


_sending = Lock()
_failed = float("-inf")  # when the mail server last failed to answer this process


def _post(address: str, code: str, site: str) -> None:
    global _failed  # noqa: PLW0603 - state of this process
    if time.monotonic() - _failed < PAUSE or not _sending.acquire(timeout=1):
        raise MailError
    try:
        send_mail(_("Your code: %(code)s") % {"code": code}, _body(code, site), None, [address])
    except (OSError, SMTPException, ValueError) as error:
        # without the address or a traceback, which could contain it
        logger.error("Mail could not be sent: %s", type(error).__name__)  # noqa: TRY400
        if not isinstance(error, SMTPException) or isinstance(
            error, SMTPConnectError | SMTPServerDisconnected
        ):
            _failed = time.monotonic()
        raise MailError from error
    finally:
        _sending.release()
    _failed = float("-inf")


def _body(code: str, site: str) -> str:
    text = _(
        "%(code)s is your code for Scorekeeper at %(site)s.\n\n"
        "Type it on the phone where you asked for it. It works once, for %(minutes)d minutes. Give it to nobody:"
        " anyone who has it has your games.\n\nIf you did not ask for it, do nothing, and nothing happens.\n"
    )
    return text % {"code": code, "site": site, "minutes": LIVES.seconds // 60}
