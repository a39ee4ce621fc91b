"""The play room as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """App config: connects the receivers of the room and its handler for merged players."""

    name = "scorekeeper.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect every receiver of this room.

        Must not use the database.
        """
        from scorekeeper.ledger.posting_texts import register_games  # noqa: PLC0415 - models are ready only now
        from scorekeeper.people import groups, guest_merge, logout, player_merge  # noqa: PLC0415

        from . import access_links, guests, players  # noqa: PLC0415

        logout.DEVICE_COOKIES.add(access_links.COOKIE)
        player_merge.register(players.SeatsMerge())
        register_games(players.games_at)
        groups.locking_groups.connect(players.lock_tables_of_groups, dispatch_uid="play")
        groups.member_left.connect(players.remove_former_member, dispatch_uid="play")
        guest_merge.locking_guest.connect(guests.lock_tables_of_guest, dispatch_uid="play")
        guest_merge.guest_merged.connect(guests.move_tables, dispatch_uid="play")
        logout.logged_out.connect(guests.end_streams, dispatch_uid="play")
