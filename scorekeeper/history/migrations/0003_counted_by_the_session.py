from django.db import migrations

# `counted` moves from the result, with which it was lost, to the session.
COUNTED = """
UPDATE play_session SET counted = %s
WHERE id IN (SELECT session_id FROM history_result WHERE NOT counted)
"""
VARIANTS = """
UPDATE history_score SET variant_id = (SELECT r.variant_id FROM history_result r WHERE r.id = result_id)
"""


class Migration(migrations.Migration):
    dependencies = [("history", "0002_sums"), ("play", "0007_session_counted")]

    operations = [
        migrations.RunSQL([(COUNTED, [False])], migrations.RunSQL.noop),
        migrations.RunSQL([(VARIANTS, None)], migrations.RunSQL.noop),
    ]
