"""Tests of the review room."""
