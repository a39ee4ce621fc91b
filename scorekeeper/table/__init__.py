"""Pages around one table: home, setup, table, log, changes, joining, big screen, offline."""
