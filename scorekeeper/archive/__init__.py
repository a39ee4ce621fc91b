"""The room for what leaves and what comes in: files of groups and games, tables of numbers, paper; and for deleting."""
