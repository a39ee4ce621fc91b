"""The live room as a Django app."""

from django.apps import AppConfig


class LiveConfig(AppConfig):
    """Names the app, and listens to what the play room announces."""

    name = "scorekeeper.live"
    label = "live"

    def ready(self) -> None:
        """Wake the streams of this process whenever a table has changed."""
        from scorekeeper.play import announce, presence  # noqa: PLC0415 - models are ready only now

        from .hub import HUB  # noqa: PLC0415

        announce.told.connect(lambda notice, **_: HUB.hear(notice), weak=False)
        presence.tell_from(HUB.here)
