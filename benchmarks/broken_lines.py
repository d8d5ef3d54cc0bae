"""Whether the tests that everybody runs notice when a line that matters breaks: each is broken in a copy, in turn.

    python benchmarks/broken_lines.py [WORDS]

Only those whose old line contains WORDS, if any are given; two are tried side by side. Before, the same tests have to
pass. Prints a line for each; the exit status is 1 if one went unnoticed. A line that is not there exactly once, in
Python, templates, scripts and styles, stops everything: then this list is out of date.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from importlib.util import cache_from_source
from pathlib import Path
from queue import Queue

HOME = Path(__file__).parent.parent
AT_ONCE = 2
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "instance")
HOSTILE, SERVING, HANDS = "web/app/test_hostile.py", "cli/test_serving.py", "web/rounds/test_hands.py"
STREAMS = "web/serving/test_streams.py"
JOURNAL, DATABASE, SHARE = "store/journal/test_journal.py", "store/upkeep/test_database.py", "web/table/test_share.py"
FOOL, CODES, LIVE = "games/fool", "store/links/test_codes.py", "web/table/test_live.py"
PHONES = "web/table/test_phones.py"
LINES = [  # the line or a part of it, what stands there instead, and the tests that must see it
    # Who may write, and what a stranger learns
    ('(site in ("same-origin", "none") if site is not None else _from_here())', "True", HOSTILE),
    ("return origin is None or urlsplit(origin).netloc == request.host", "return True", HOSTILE),
    ("app.after_request(add_headers)", "pass", HOSTILE),
    ("script-src 'self';", "script-src 'self' 'unsafe-inline';", HOSTILE),
    ("frame-ancestors 'none'", "frame-ancestors 'self'", HOSTILE),
    ('"Referrer-Policy": "no-referrer"', '"Referrer-Policy": "unsafe-url"', HOSTILE),
    ('"X-Content-Type-Options": "nosniff"', '"X-Content-Type-Options": "sniff"', HOSTILE),
    ("if not opened.may_write:\n        raise MayNot", "if False:\n        raise MayNot", HOSTILE),
    ("if not opened.is_host:\n        raise MayNot", "if False:\n        raise MayNot", PHONES),
    ('if ROLES.index(link["role"]) > ROLES.index(role):', "if False:", "store/links"),
    ('if link is None or link["ended_at"] is not None:', "if link is None:", "store/links"),
    ('derived(write_key, f"phone:{key}")', 'derived(key, f"phone:{seat}")', "store/links"),
    ('_id_of(link) == phone and link["role"] != role', "_id_of(link) == phone", "store/links"),
    ("if times_replaced(db, table_id, role) == times:", "if True:", "store/links"),
    ("opened, typed = open_as_host(key)", "opened, typed = open_or_404(key)", PHONES),
    ("if ended_at is not None or version is None:", "if version is None:", SHARE),
    ('hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()', "key", HOSTILE),
    ('f"{use}:{key}"', 'f"{use}"', "store/links"),
    ("MAX_CONTENT_LENGTH=LARGEST_BODY, ", "", HOSTILE),
    ("GOOD_FOR = timedelta(hours=24)", "GOOD_FOR = timedelta(days=24)", CODES),
    ('in ("=", "+", "-", "@")', 'in ("=",)', "web/exports web/table/test_sheet.py"),
    ('"strings_to_formulas": False', '"strings_to_formulas": True', "web/exports/test_workbook.py"),
    ("            if seat in self.covered\n", "            if False\n", HANDS),
    ("return tuple(seat for seat in sorted(self.laid) if not self.seats[seat].said)", "return ()", HANDS),
    ("or (hand.questions and request.form", "or (False and request.form", HANDS),
    ("if seat not in self.laid and not form.said]", "if False]", "web/rounds/test_rounds.py"),
    ("if not saved and here in entry.covered", "if false", HANDS),
    ("Hand(only_total=hand.cost) if seat in self.covered and", "Hand(only_total=hand.cost) if False and", HANDS),
    # Nothing twice, nothing lost
    ("if before == (decision.fact.kind, payload):", "if False:", JOURNAL),
    ("if before is not None or not decision.fits(latest):", "if before is not None:", JOURNAL),
    ("if before is not None or not decision.fits(latest):", "if not decision.fits(latest):", JOURNAL),
    ("if links.look_up(db, address) is None:", "if True:", JOURNAL),
    ("derived(write_key(), json.dumps(laid))", "write_key()", HANDS),
    ('execute("BEGIN IMMEDIATE")', 'execute("BEGIN")', "store/upkeep/test_concurrency.py"),
    ("            connection.rollback()\n", "            connection.commit()\n", DATABASE),
    ("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL", DATABASE),
    ("recursive_triggers=True", "recursive_triggers=False", DATABASE),
    ("        unknown = find_unknown_steps(db)\n", "        unknown = []\n", DATABASE),
    ("_below(done), Stack(target, None, waiting)", "_below(done), waiting", "store/journal"),
    ("            waiting = None\n", "            pass\n", "store/journal"),
    ("rounds=sitting.rounds[:-1], begun=replaced", "rounds=sitting.rounds[:-1], begun=None", "store/journal"),
    (" or known.version > version or any(", " or any(", "store/journal"),
    ("if known is None or known.version < table.version:", "if True:", "store/journal"),
    ('return "v" in had and had ==', "return False and had ==", LIVE),
    ('"v": str(link.version), ', '"v": had.get("v", ""), ', LIVE),
    ('"as": link.role, ', '"as": had.get("as", ""), ', LIVE),
    ('"replaced": str(link.replaced)}', '"replaced": had.get("replaced", "")}', LIVE),
    # The command and the server
    ('["127.0.0.1", "::1", *proxies]', '["*"]', SERVING),
    ('if b"_" not in each[0] and', "if", "web/serving/test_bodies.py"),
    ("(self.stopping or not whole)", "not whole", "cli/test_stopping.py"),
    ("        self.application.streams.stop()\n", "", "cli/test_stopping.py"),
    ('("uvicorn.error", "uvicorn.access", "asyncio")', '("uvicorn.error", "asyncio")', "cli/test_stopping.py"),
    ("while more and length <= MOST_READ:", "while more:", "web/serving/test_bodies.py"),
    ("asyncio.timeout(TO_ARRIVE)", "asyncio.timeout(None)", "web/serving/test_bodies.py"),
    ('            yield _event("ended")\n', '            yield _event("again")\n', STREAMS),
    ("                            self._wake(table_id)\n", "                            pass\n", STREAMS),
    ("        if is_from_here(request):\n", "        if True:\n", "web/serving/test_health.py"),
    ("refuse_damaged(store.db, path)", "pass", "cli/test_trouble.py"),
    (
        'urlsplit(value.rstrip("/"))\n            whole =',
        "urlsplit(value)\n            whole = True or",
        "cli/test_command.py",
    ),
    (
        "give(store, which.number, role or HOST, replace)",
        "give(store, which.number, role or HOST, False)",
        "cli/test_links.py",
    ),
    ('        raise Problem(say("Nothing was changed."))', "        pass", "cli/test_deletion.py"),
    ("if len(raw) > LARGEST:", "if False:", "cli/test_import.py"),
    ('found.get("file") == os.path.realpath(database)', "True", "cli/test_status.py"),
    (
        'return f"−{digits}" if value < 0 else digits',
        'return f"-{digits}" if value < 0 else digits',
        "cli/test_text.py",
    ),
    ("        warn(warning)\n    if as_json:", "        pass\n    if as_json:", "cli/test_score.py"),
    # The score
    ("POINTS_FOR_A_ONE if face == ONE else face", "face", FOOL),
    ("OUT = 10\n", "OUT = 9\n", FOOL),
    ("OUT_BUT_BEFOOLED = 0", "OUT_BUT_BEFOOLED = 10", FOOL),
    ("self.value / self.limit >= 1", "self.value / self.limit > 1", FOOL),
    ("marked = (fool, *self.partners(sitting, fool))", "marked = (fool,)", "games/durak"),
    ("WIN, TIE = 1, 0.5", "WIN, TIE = 1, 1", "games/fools_field"),
    ("return (seat - 1) % len(self.players)", "return (seat + 1) % len(self.players)", FOOL),
    (
        "_most_minus(options, points, previous), min(points)",
        "_most_minus(options, points, previous), max(points)",
        FOOL,
    ),
    ('previous if options.starter_tie == "self-first" else previous + 1', "previous", FOOL),
]


def main() -> None:
    """Break each line in turn."""
    chosen = [line for line in LINES if " ".join(sys.argv[1:]) in line[0]]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        copies: Queue[Path] = Queue()
        for number in range(AT_ONCE):
            copies.put(shutil.copytree(HOME, Path(folder, str(number)), ignore=LEFT_BEHIND))
        code = [path for top in ("companion", "templates", "static") for path in (HOME / top).rglob("*.*")]
        texts = {path: path.read_text("utf-8") for path in code if path.suffix in (".py", ".html", ".js", ".css")}
        places = [place_of(old, texts) for old, _new, _tests in chosen]

        def is_noticed(place: Path | None, old: str, new: str, tests: str) -> bool:
            copy = copies.get()
            try:
                if place is None:
                    return fails(copy, tests)
                write(copy / place, texts[HOME / place].replace(old, new))
                found = fails(copy, tests)
                write(copy / place, texts[HOME / place])
                return found
            finally:
                copies.put(copy)

        sound = sorted({path for _old, _new, tests in chosen for path in tests.split()})
        if any(pool.map(lambda tests: is_noticed(None, "", "", tests), sound)):
            sys.exit("These tests fail also while nothing is broken.")
        unnoticed = 0
        noticed = pool.map(lambda place, line: is_noticed(place, *line), places, chosen)
        for (old, new, _tests), seen in zip(chosen, noticed, strict=True):
            unnoticed += not seen
            print(f"{'noticed' if seen else 'UNNOTICED':9}  {old!r} → {new!r}", flush=True)
    print(f"{len(chosen) - unnoticed} of {len(chosen)} noticed")
    sys.exit(unnoticed > 0)


def place_of(old: str, texts: dict[Path, str]) -> Path:
    """The one file in which a line stands."""
    found = [path for path, text in texts.items() for _ in range(text.count(old))]
    if len(found) != 1:
        sys.exit(f"{old!r} stands in {len(found)} places: {', '.join(map(str, found))}")
    return found[0].relative_to(HOME)


def write(path: Path, text: str) -> None:
    """Write a file; Python must not take what it had compiled before, which may be of the same second and length."""
    path.write_text(text, "utf-8")
    if path.suffix == ".py":
        Path(cache_from_source(str(path))).unlink(missing_ok=True)


def fails(copy: Path, tests: str) -> bool:
    """Run these tests until one fails."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "-p", "no:cacheprovider"]
    own = {name: value for name, value in os.environ.items() if name not in ("CI", "PYTHONDONTWRITEBYTECODE")}
    paths = [f"tests/{path}" for path in tests.split()]
    done = subprocess.run([*pytest, *paths], cwd=copy, env=own, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stdout + done.stderr)
    return done.returncode == 1


if __name__ == "__main__":
    main()
