"""One evening, played in every engine that phones have beside Chromium, which plays the journeys.

- ``steps.py``: its steps in turn, written once. Each asserts what a player would see. ``table.py`` is what they share,
  ``test_evening.py`` plays them in the engines there are.
- ``phone.py``: somebody with a phone: taps what has a name, types, reads. Nothing in it knows an engine.
- ``in_the_page.js``: how names, texts and the place to tap are found; the same script in every engine.
- ``screen.py``: what an engine must do, and what it throws when a page is gone.
- ``firefox.py``, ``webkit.py``: how it does it. Firefox over WebDriver BiDi, WebKitGTK and WPE WebKit over WebDriver.

``.ci/run`` installs them all; elsewhere, what is missing is skipped.
"""
