"""Export of a group as one HTML file, readable without this program and without a network."""
