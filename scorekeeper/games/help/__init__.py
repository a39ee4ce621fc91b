"""Help pages: the rules point by point, with examples that the tests check by the rules."""
