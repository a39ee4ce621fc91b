"""Settings from the environment, logging, and the lock of a running instance."""
