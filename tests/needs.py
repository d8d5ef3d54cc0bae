"""What a test needs beyond Python and its packages: left out where it is missing, but not in CI."""

import os
import re
import shutil
from collections import Counter

import pytest

_NEEDS = re.compile(r"needs (.+?): (.+)")


def needs(what, how, there):
    """Leave a test out where something isn't there; ``how`` says how to get it."""
    return pytest.mark.skipif(not there and "CI" not in os.environ, reason=f"needs {what}: {how}")


def needs_program(name, package=""):
    """Leave a test out where a program isn't installed."""
    return needs(name, f"apt install {package or name}", shutil.which(name))


def left_out(reasons):
    """One line on the tests that were left out, the most first; None where all were run."""
    said = []
    for reason, count in Counter(reasons).most_common():
        found = _NEEDS.search(reason)
        said.append(f"{count} that need {found[1]} ({found[2]})" if found else f"{count} ({reason})")
    return f"Left out of the tests: {'; '.join(said)}." if said else None
