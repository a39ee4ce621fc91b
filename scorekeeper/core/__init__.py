"""What any Django project needs; no word of games."""
