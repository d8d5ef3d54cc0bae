"""The folders of templates, static files and data.

In a checkout, templates and static files lie beside the package; in an installed wheel, inside it.
"""

import os
from pathlib import Path

from platformdirs import user_data_path

PACKAGE = Path(__file__).resolve().parents[2]
CHECKOUT = PACKAGE.parent if (PACKAGE.parent / "pyproject.toml").is_file() else None
_HOME = PACKAGE if (PACKAGE / "templates").is_dir() else PACKAGE.parent
TEMPLATES = _HOME / "templates"
STATIC = _HOME / "static"


def data_folder(chosen: Path | None = None) -> Path:
    """Return the folder of the SQLite file: the chosen one, else COMPANION_DATA, else a usual place.

    That is ``instance/`` in a checkout, else the user's data folder: beside a wheel may be a cache that is emptied.
    """
    if chosen or os.environ.get("COMPANION_DATA"):
        return Path(chosen or os.environ["COMPANION_DATA"]).expanduser()
    return CHECKOUT / "instance" if CHECKOUT else user_data_path("fool-companion", appauthor=False)
