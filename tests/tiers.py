"""Cases that only the thorough tier tries; beside them stands at least one that every run does."""

import pytest


def only_thorough(cases):
    """These cases of a parametrised test, marked ``thorough``."""
    return [pytest.param(*(case if isinstance(case, tuple) else [case]), marks=pytest.mark.thorough) for case in cases]
