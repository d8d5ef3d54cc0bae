"""Answers are compressed for who takes it, and for nobody else."""

import gzip
import re

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
    """Also for who asks next."""
    for path in ("/sheet", "/share"):
        for _ in range(2):
            zipped, plain = raw.get(address + path, headers=GZIP), raw.get(address + path)
            assert zipped.headers["Content-Encoding"] == "gzip"
            assert "Content-Encoding" not in plain.headers
            # Forms have other keys in every answer.
            assert without_keys(gzip.decompress(zipped.data)) == without_keys(plain.data)
            assert len(zipped.data) < len(plain.data) / 2
            assert int(zipped.headers["Content-Length"]) == len(zipped.data)
            assert int(plain.headers["Content-Length"]) == len(plain.data)


def without_keys(source):
    return re.sub(rb'name="key" value="[\w-]{22}"', b"", source)


def test_a_cache_is_told_that_it_depends(raw, address):
    for path in ("", "/sheet", "/sheet.json", "/sheet.csv", "/nothing"):
        for headers in ({}, GZIP):
            assert "Accept-Encoding" in raw.get(address + path, headers=headers).vary
    head, get = raw.head(address, headers=GZIP), raw.get(address, headers=GZIP)
    assert (head.data, head.headers["Vary"], head.status_code) == (b"", get.headers["Vary"], get.status_code)


def test_who_does_not_take_gzip_gets_plain_text(raw, address):
    for accepted in ("", "identity", "br", "deflate", "gzip;q=0", "gzip; q=0.0, br"):
        for path in (address, "/static/app.css"):
            response = raw.get(path, headers={"Accept-Encoding": accepted})
            assert "Content-Encoding" not in response.headers
    # Short answers stay as they are: a redirect, and the word of the card pad.
    assert "Content-Encoding" not in raw.post(f"{address}/rounds/check", headers=GZIP).headers
