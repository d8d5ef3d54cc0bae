"""An evening in every engine: skipped where one is missing, but never in CI."""

import os

import pytest

from tests.engines.engines import ENGINES, LEFT_OUT


@pytest.fixture(params=[pytest.param(name, marks=pytest.mark.thorough) for name in ENGINES])
def engine(request):
    engine = ENGINES[request.param]
    if engine.missing and (request.param in LEFT_OUT or "CI" not in os.environ):
        pytest.skip(f"{request.param} {engine.missing}")
    assert not engine.missing, f"{request.param} {engine.missing}, and CI skips nothing"
    return engine
