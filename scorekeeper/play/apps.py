"""The play room as a Django app."""

from django.apps import AppConfig


class PlayConfig(AppConfig):
    """Names the app and its tables, registers its checks and what it has of players."""

    name = "scorekeeper.play"
    label = "play"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register; nothing here may touch the database."""
        from scorekeeper.ledger.posting_texts import register_game_names  # noqa: PLC0415 - models are ready only now
        from scorekeeper.people import groups, player_merge  # noqa: PLC0415
        from scorekeeper.people.logout import DEVICE_COOKIES  # noqa: PLC0415

        from . import bringing, passes, players  # noqa: F401, PLC0415 - registering is the point

        DEVICE_COOKIES.add(passes.COOKIE)
        player_merge.register(players.Seats())
        register_game_names(players.games_at)
        groups.locking_groups.connect(players.on_going, dispatch_uid="play")
        groups.member_left.connect(players.on_gone, dispatch_uid="play")
