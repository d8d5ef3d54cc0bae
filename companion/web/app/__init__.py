"""What all pages share: assets, security, language, limits; imports no other room."""
