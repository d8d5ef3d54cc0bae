"""How the table page in each language compares with the same page in English.

    python benchmarks/languages.py [--pages 400]

A table of five after three rounds. Prints the bytes of the page, plain and compressed, the compressed bytes of a first
visit (page and styles), and the median time in which the server makes the page for the first who asks, each with ÷ its
ratio to English. The languages take turns, so that a machine that slows down slows all of them.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
import time
from pathlib import Path
from statistics import median

from answer_times import new_table

from companion import create_app
from companion.text import SOURCE, languages
from companion.web.app import assets


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pages", type=int, default=400)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Path(folder))
        store = app.extensions["store"]
        address = f"/t/{new_table(store, 3)}"
        client = app.test_client()
        pages: dict[str, bytes] = {}
        times: dict[str, list[float]] = {language: [] for language in languages()}
        for turn in range(chosen.pages):
            for language in languages():
                began = time.perf_counter()
                pages[language] = client.get(f"{address}?{turn}", headers={"Accept-Language": language}).data
                times[language].append(time.perf_counter() - began)
        store.close()
    styles = len(gzip.compress(assets.load()["app.css"].plain, 9))
    figures = {
        language: (len(page), zipped := len(gzip.compress(page, 9)), zipped + styles, median(times[language]) * 1000)
        for language, page in pages.items()
    }
    for language, measured in figures.items():
        told = zip(("plain", "gzip", "first visit", "ms"), measured, figures[SOURCE], strict=True)
        print(language, *(f"  {what} {value:8,.5g} ÷ {value / english:.3f}" for what, value, english in told))


if __name__ == "__main__":
    main()
