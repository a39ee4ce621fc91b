"""Pages around one table: home, setup, the table, its log, changes, joining, big screen, offline page."""
