"""Whether the tests that everybody runs notice when a line that matters breaks: each is broken in a copy, in turn.

    python benchmarks/broken_lines.py [WORDS]

Only those whose old line contains WORDS, if any are given. Prints a line for each; the exit status is 1 if one went
unnoticed. A line that is not there exactly once stops everything: then this list is out of date.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HOME = Path(__file__).parent.parent
HOSTILE, SERVING, HANDS = "web/app/test_hostile.py", "cli/test_serving.py", "web/rounds/test_hands.py"
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
    ('key = derived(write_key, f"phone:{key}")', 'key = derived(key, f"phone:{seat}")', "store/links"),
    ('_id_of(link) == phone and link["role"] != role', "_id_of(link) == phone", "store/links"),
    ("if times_replaced(db, table_id, role) == times:", "if True:", "store/links"),
    ("opened, typed = open_as_host(key)", "opened, typed = open_or_404(key)", PHONES),
    ("if ended_at is not None or version is None:", "if version is None:", SHARE),
    ('hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()', "key", HOSTILE),
    ('f"{use}:{key}"', 'f"{use}"', "store/links"),
    ('trusted_proxy="127.0.0.1"', 'trusted_proxy="*"', SERVING),
    ("MAX_CONTENT_LENGTH=LARGEST_BODY, ", "", HOSTILE),
    ("if tries > TRIES - 1:", "if False:", CODES),
    ("GOOD_FOR = timedelta(hours=24)", "GOOD_FOR = timedelta(days=24)", CODES),
    ('in ("=", "+", "-", "@")', 'in ("=",)', "web/exports web/table/test_sheet.py"),
    ('"strings_to_formulas": False', '"strings_to_formulas": True', "web/exports/test_workbook.py"),
    ("            if seat in self.covered\n", "            if False\n", HANDS),
    ("return tuple(seat for seat in sorted(self.laid) if not self.seats[seat].said)", "return ()", HANDS),
    ("or (hand.questions and request.form", "or (False and request.form", HANDS),
    ("if seat not in self.laid and not form.said]", "if False]", "web/rounds/test_rounds.py"),
    ("if not saved and here in entry.covered", "if false", HANDS),
    ("Hand(only_total=hand.cost) if seat in self.covered else hand", "hand", HANDS),
    # Nothing twice, nothing lost
    ("if before == (decision.fact.kind, payload):", "if False:", JOURNAL),
    ("if before is not None or not decision.fits(latest):", "if before is not None:", JOURNAL),
    ("if before is not None or not decision.fits(latest):", "if not decision.fits(latest):", JOURNAL),
    ("if links.look_up(db, address) is None:", "if True:", JOURNAL),
    ("derived(write_key(), json.dumps(laid))", "write_key()", HANDS),
    ('execute("BEGIN IMMEDIATE")', 'execute("BEGIN")', "store/upkeep/test_concurrency.py"),
    ("db.conn.rollback()", "db.conn.commit()", DATABASE),
    ("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL", DATABASE),
    ("recursive_triggers=True", "recursive_triggers=False", DATABASE),
    ("if unknown := unknown_steps(db):", "if unknown := ():", DATABASE),
    ("_below(done), Stack(target, None, waiting)", "_below(done), waiting", "store/journal"),
    ("            waiting = None\n", "            pass\n", "store/journal"),
    ("rounds=sitting.rounds[:-1], begun=replaced", "rounds=sitting.rounds[:-1], begun=None", "store/journal"),
    ("if known is None or known.version > version:", "if known is None:", "store/journal"),
    ("if known is None or known.version < table.version:", "if True:", "store/journal"),
    ("if version and self._is_at", "if False and self._is_at", LIVE),
    (" or link.version != version", "", LIVE),
    ("role in (None, link.role) and ", "", LIVE),
    (" and replaced in (None, link.replaced)", "", LIVE),
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
    unnoticed = 0
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        shutil.copytree(HOME, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "instance"))
        code = [path for top in ("companion", "templates") for path in (copy / top).rglob("*") if path.is_file()]
        for old, new, tests in LINES:
            if " ".join(sys.argv[1:]) in old:
                places = [path for path in code for _ in range(path.read_text("utf-8").count(old))]
                if len(places) != 1:
                    sys.exit(f"{old!r} stands in {len(places)} places")
                whole = places[0].read_text("utf-8")
                places[0].write_text(whole.replace(old, new), "utf-8")
                status = run(copy, tests)
                places[0].write_text(whole, "utf-8")
                unnoticed += not status
                print(f"{'noticed' if status else 'UNNOTICED':9}  {old!r} → {new!r}", flush=True)
    sys.exit(unnoticed > 0)


def run(copy: Path, tests: str) -> int:
    """Run these tests until one fails: 1 then, else 0."""
    pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-n0", "--no-cov"]
    own = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}  # a line may change twice in the second that a file is dated by
    paths = [f"tests/{path}" for path in tests.split()]
    done = subprocess.run([*pytest, *paths], cwd=copy, env=own, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(done.stdout + done.stderr)
    return done.returncode


if __name__ == "__main__":
    main()
