"""One evening of 35 steps, played in every engine that phones have.

- ``evening.py``: the steps, written once. Each asserts what a player would see.
- ``test_sheet.py``: the names over the columns of the sheet.
- ``phone.py``: somebody with a phone: taps what has a name, types, reads. Nothing in it knows an engine.
- ``in_the_page.js``: how names, texts and the place to tap are found; the same script in every engine.
- ``screen.py``: the little that an engine must do, and what it throws when a page is gone.
- ``chromium.py``, ``firefox.py``, ``webkit.py``: how it does it. Chromium of today and of 2022 through Playwright,
  Firefox over WebDriver BiDi, WebKitGTK and WPE WebKit over WebDriver.
- ``engines.py``: which engines there are, and what is missing here.

``.ci/run`` installs them all; elsewhere, what is missing is skipped. ``benchmarks/engines.py`` prints a table of them.
"""
