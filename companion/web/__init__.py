"""The pages: Flask views, forms and what they need."""
