"""What a test needs beyond Python and its packages: left out where it is missing, but not in CI."""

import os
import shutil

import pytest


def needs(what, how, there):
    """Leave a test out where something isn't there; ``how`` says how to get it."""
    return pytest.mark.skipif(not there and "CI" not in os.environ, reason=f"needs {what}: {how}")


def needs_program(name, package=""):
    """Leave a test out where a program isn't installed."""
    return needs(name, f"apt install {package or name}", shutil.which(name))
