"""Benchmarks: `make bench` prints goals and measured figures side by side.

Absolute numbers depend on the machine, so goals are ratios to a bare view of the same server, measured in turns
with it.
"""
