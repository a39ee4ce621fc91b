"""The wall around a table: who gets in, what is refused, and what no refusal gives away."""
