"""The history room as a Django app."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate


class HistoryConfig(AppConfig):
    """Configuration of the history app: its label and its receivers."""

    name = "scorekeeper.history"
    label = "history"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect the receivers; the database may not be used yet."""
        from scorekeeper.people import player_merge  # noqa: PLC0415 - models can be imported only now
        from scorekeeper.play import hooks  # noqa: PLC0415
        from scorekeeper.play import past_games as past_sources  # noqa: PLC0415

        from . import after_migrate, merge_players, past_games, results, variants, verify  # noqa: PLC0415

        hooks.result_changed.connect(results.on_result_changed, dispatch_uid="history")
        hooks.register(verify.ResultsChecker())
        hooks.register_for_groups(verify.SumsChecker())
        hooks.register_times(variants.times_played)
        past_sources.register(past_sources.Source(past_games.past_games, past_games.stamp))
        player_merge.register(merge_players.ScoresMerge())
        pre_migrate.connect(after_migrate.before_migrate, sender=self, dispatch_uid="history")
        post_migrate.connect(after_migrate.after_migrate, sender=self, dispatch_uid="history")
