"""The ASGI application and its worker processes."""
