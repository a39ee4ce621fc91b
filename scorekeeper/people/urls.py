"""URLs of accounts, groups and players."""

from __future__ import annotations

from django.urls import path

from .views import (
    account,
    group,
    groups,
    invite,
    language,
    login,
    mail,
    passkeys,
    people,
    players,
    recovery_codes,
)

urlpatterns = [
    path("language/", language.show, name="language"),
    path("you/", account.show, name="account"),
    path("you/passkeys/", passkeys.show, name="passkeys"),
    path("you/passkeys/ask/", passkeys.webauthn_options, name="passkey_options"),
    path("you/codes/", recovery_codes.show, name="recovery_codes"),
    path("you/mail/", mail.show, name="mail"),
    path("you/sign-in/", login.login_page, name="login"),
    path("you/sign-out/", login.logout_page, name="logout"),
    path("groups/", groups.show, name="groups"),
    path("in/<slug:group>/<slug:key>/", invite.join_group, name="group_join"),
    path("group/<slug:group>/more/", group.menu, name="group_menu"),
    path("group/<slug:group>/people/", people.people, name="people"),
    path("group/<slug:group>/members/", people.former_address, name="former_members"),
    path("group/<slug:group>/invite/", invite.invite, name="group_invite"),
    path("group/<slug:group>/players/", people.former_address, name="former_players"),
    path("group/<slug:group>/player/<slug:player>/edit/", players.edit, name="player_edit"),
    path("group/<slug:group>/player/<slug:player>/merge/", players.merge_two, name="player_merge"),
]
