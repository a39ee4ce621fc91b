"""Addresses of the people room."""

from __future__ import annotations

from django.urls import path

from .views import account, group, groups, invite, language, login, mail, passkeys, players, recovery_codes

urlpatterns = [
    path("language/", language.show, name="language"),
    path("you/", account.show, name="you"),
    path("you/passkeys/", passkeys.show, name="passkeys"),
    path("you/passkeys/ask/", passkeys.ask, name="passkey_asked"),
    path("you/codes/", recovery_codes.show, name="codes"),
    path("you/mail/", mail.show, name="mail"),
    path("you/sign-in/", login.come_in, name="sign_in"),
    path("you/sign-out/", login.go_out, name="sign_out"),
    path("groups/", groups.show, name="groups"),
    path("in/<slug:group>/<slug:key>/", invite.come, name="group_come"),
    path("group/<slug:group>/more/", group.more, name="group_more"),
    path("group/<slug:group>/members/", group.members, name="members"),
    path("group/<slug:group>/invite/", invite.invite, name="group_invite"),
    path("group/<slug:group>/players/", players.everybody, name="players"),
    path("group/<slug:group>/player/<slug:player>/edit/", players.edit, name="player_edit"),
    path("group/<slug:group>/player/<slug:player>/merge/", players.join, name="player_merge"),
]
