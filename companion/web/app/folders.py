"""The folders of templates, static files and data.

In a checkout, templates and static files lie beside the package; in an installed wheel, inside it.
"""

import os
from contextlib import suppress
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parents[2]
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None
_HOME = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
TEMPLATES = _HOME / "templates"
STATIC = _HOME / "static"


def data_folder(chosen: Path | str | None = None) -> Path:
    """Return the folder of the SQLite file: the chosen one, else COMPANION_DATA, else ``instance/`` in a checkout.

    For an installed wheel it is the user's data folder: the wheel may lie in a cache that is emptied.
    """
    if chosen or os.environ.get("COMPANION_DATA"):
        return Path(chosen or os.environ["COMPANION_DATA"]).expanduser()
    return CHECKOUT / "instance" if CHECKOUT else user_data_path("fool-companion", appauthor=False)


def service_settings() -> dict[str, str]:
    """Read the options of the service that this user has, from COMPANION_SETTINGS, else ~/.config/companion.env."""
    with suppress(OSError):
        file = Path(os.environ.get("COMPANION_SETTINGS") or "~/.config/companion.env").expanduser()
        pairs = (line.strip().partition("=") for line in file.read_text("utf-8").splitlines())
        return {name: value.strip("\"'") for name, _, value in pairs if not name.startswith(("#", ";"))}
    return {}
