"""Export of a group as one HTML file to keep: readable without this program, without a network, for ever."""
