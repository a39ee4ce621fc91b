"""Review of finished dice games by the coach: "How it was played", luck and skill."""
