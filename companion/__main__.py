"""``python -m companion`` is the command ``companion``."""

from __future__ import annotations

from companion.cli import main

main()
