"""Addresses of the people room."""

from __future__ import annotations

from django.urls import path

from .pages import codes, language, mail, passkeys, sign, you

urlpatterns = [
    path("language/", language.show, name="language"),
    path("you/", you.show, name="you"),
    path("you/passkeys/", passkeys.show, name="passkeys"),
    path("you/passkeys/ask/", passkeys.ask, name="passkey_asked"),
    path("you/codes/", codes.show, name="codes"),
    path("you/mail/", mail.show, name="mail"),
    path("you/sign-in/", sign.come_in, name="sign_in"),
    path("you/sign-out/", sign.go_out, name="sign_out"),
]
