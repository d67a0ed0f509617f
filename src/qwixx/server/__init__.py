"""Live tables: games that people play together, kept safely and served to browsers and programs."""
