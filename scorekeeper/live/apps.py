"""The live room as a Django app."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """App config: connects the hub to the notifications of the play room."""

    name = "scorekeeper.live"
    label = "live"

    def ready(self) -> None:
        """Wake the streams of this process when a table changes, and provide its presence."""
        from scorekeeper.play import notifications, presence  # noqa: PLC0415 - models are ready only now

        from .hub import HUB  # noqa: PLC0415

        notifications.notified.connect(lambda notice, **_: HUB.receive(notice), weak=False)
        presence.set_source(HUB.presence)
