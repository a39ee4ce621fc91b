"""How quick Scorekeeper is on this machine: `make bench` prints goals and figures side by side.

Absolute numbers say as much about the machine as about the program; the goals are therefore ratios to a bare
view of the same server, measured in turns with it.
"""
