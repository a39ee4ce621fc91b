"""The live room: telling the other phones that there is something new to fetch."""
