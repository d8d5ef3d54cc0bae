"""Answers are compressed for who takes it, and for nobody else."""

import gzip

import pytest

from tests.web.builders import a_table

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def raw(app):
    """A client that does not look at what it gets."""
    return app.test_client()


@pytest.fixture
def address(client):
    return a_table(client).address


def test_a_page_is_the_same_compressed(raw, address):
    plain, zipped = raw.get(f"{address}/sheet"), raw.get(f"{address}/sheet", headers=GZIP)
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(zipped.data) == plain.data
    assert len(zipped.data) < len(plain.data) / 2
    assert int(zipped.headers["Content-Length"]) == len(zipped.data)


@pytest.mark.parametrize("path", ["", "/sheet", "/sheet.json", "/sheet.csv", "/nothing"])
def test_a_cache_is_told_that_it_depends(raw, address, path):
    for headers in ({}, GZIP):
        assert "Accept-Encoding" in raw.get(address + path, headers=headers).vary


@pytest.mark.parametrize("accepted", ["", "identity", "br", "deflate", "gzip;q=0", "gzip; q=0.0, br"])
def test_who_does_not_take_gzip_gets_plain_text(raw, address, accepted):
    for path in (address, "/static/app.css"):
        response = raw.get(path, headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in response.headers


def test_short_answers_stay_as_they_are(raw, address):
    """A redirect, and the word of the card pad."""
    assert "Content-Encoding" not in raw.post(f"{address}/rounds/check", headers=GZIP).headers


def test_head_and_get_agree(raw, address):
    head, get = raw.head(address, headers=GZIP), raw.get(address, headers=GZIP)
    assert head.data == b""
    assert head.headers["Vary"] == get.headers["Vary"]
    assert head.status_code == get.status_code
