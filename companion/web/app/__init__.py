"""What the whole application shares: assembly, assets, security, errors, language, serving."""
