"""Infrastructure of any Django project, independent of games."""
