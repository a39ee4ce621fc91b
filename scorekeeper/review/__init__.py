"""The review of finished dice games by the coach: "How it was played", and luck and skill over many games."""
