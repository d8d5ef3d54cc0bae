"""Whether the tests that everybody runs notice when a line that matters breaks: each is broken in a copy, in turn.

    AT_ONCE=2 python benchmarks/broken_lines.py [WORDS]

Only those with WORDS in their old line or the path of their tests, if any are given. Before, the same tests have to
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
AT_ONCE = int(os.environ.get("AT_ONCE", "2"))
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "node_modules", "build", "instance")
BROKEN = (".py", ".html", ".js", ".css")
# By the tests that must see it: the line or a part of it, and what stands there instead.
LINES = {
    # Who may write, and what a stranger learns
    "web/app/test_hostile.py": [
        ('(site in ("same-origin", "none") if site is not None else _is_same_site())', "True"),
        ("return origin is None or urlsplit(origin).netloc == request.host", "return True"),
        ("app.after_request(add_headers)", "pass"),
        ("script-src 'self';", "script-src 'self' 'unsafe-inline';"),
        ('"Referrer-Policy": "no-referrer"', '"Referrer-Policy": "unsafe-url"'),
        ("if not at_least(opened.role, needs):", "if False:"),
        ("MAX_CONTENT_LENGTH=MAX_FORM_BYTES, ", ""),
    ],
    "web/app/test_site.py web/app/test_hostile.py": [("if not _is_ours():", "if False:")],
    "web/table/test_phones.py": [("if not at_least(opened.role, needs):", "if not opened.may_write:")],
    "web/start/test_rematch.py": [("if begun or not opened.may_write:", "if begun:")],
    "web/rounds/test_hands.py": [("derive_write_key(write_key(), json.dumps(laid))", "write_key()")],
    "web/rounds/test_covered.py": [
        ("            if seat in self.covered:\n", "            if False:\n"),
        ("and here in entry.covered", "and false"),
        ("if seat in self.covered and too_often", "if False and too_often"),
    ],
    "web/exports/test_workbook.py": [('"strings_to_formulas": False', '"strings_to_formulas": True')],
    "store/links": [
        ("if ended_at is not None or link.version is None:", "if link.version is None:"),
        ("table_id = ? AND ? IN (role, 'host')", "table_id = ? AND ? IS role"),
    ],
    # Whose phone it is, and what its host may do to it
    "store/links/test_phones.py": [
        ("iif(role = 'host' AND secret <> :secret, 'scorer', role)", "role"),
        ('if row is None or not secret or (row["secret"] == secret and row["ended_at"] is None):', "if True:"),
        ('if role else {"ended_at": now()}', 'if role else {"asks": None}'),
        ('(other["role"] in lost and not _is_own(other))', "False"),
        ("came_by = own and lost and", "came_by = False and"),
        ("*(each for each in chain if secret and _is_host(db, each, secret, host))]", "*chain]"),
        ('require_role(store, credential, row["asks"])', "pass"),
        ('if fold_name(other["name"] or "") == fold_name(name) or', "if"),
    ],
    "store/links/test_links.py": [
        ("if row is None or (role != HOST and _is_last_host(db, host, row)):", "if row is None:"),
        ("return host.id == row", "return host.id != row"),
    ],
    "web/app/test_limits.py": [('begin("phones", f"{network_of(request.remote_addr or \'\')} by {key}")', "pass")],
    "web/table/test_asking.py": [
        ("    if own != key:\n        abort(redirect(", "    if False:\n        abort(redirect(")
    ],
    "web/table/test_put_out.py": [
        ('if links.were_replaced(db, there, row["role"], links.ALL if is_own else links.ONLY_COMMON):', "if False:"),
        ("table_id = ? AND group_id IS ? AND {common}", "table_id = ? AND ifnull(?, 1) AND {common}"),
    ],
    "store/groups/test_groups.py": [("WHERE key = ? AND table_id IS NULL\n", "WHERE key = ?\n")],
    # The server
    "web/serving": [
        ('if b"_" not in each[0] and', "if"),
        ("if length > MAX_BYTES_READ:\n", "if False:\n"),
        ("asyncio.timeout(SECONDS_TO_ARRIVE)", "asyncio.timeout(None)"),
        ('            yield _event("ended")\n', '            yield _event("again")\n'),
        ("                            self._wake(table_id)\n", "                            pass\n"),
        ('if request.query_params.get("id") == str(self.store.id):', "if True:"),
        ('Route("/{path:path}", writing, methods=["POST"]),', ""),
    ],
    "cli/test_serving.py": [
        ('["127.0.0.1", "::1", *proxies]', '["*"]'),
        ("(self.is_stopping() or not whole)", "not whole"),
        ("        self.application.streams.stop()\n", ""),
        ("for logger in (errors, requests, loop):", "for logger in (errors, loop):"),
    ],
    # Nothing twice, nothing lost
    "store/journal/test_journal.py": [
        ("if written == (fact.kind, _write_payload(", "if False and (fact.kind, _write_payload("),
        ("if written or not fits(table, fact):", "if written:"),
    ],
    "store/journal": [
        ('return sittings[int(payload["seq"]) - 2]', 'return sittings[int(payload["seq"]) - 1]'),
        ("                undone.clear()\n", "                pass\n"),
        ("key=lambda *at: at", "key=lambda *at: at[:2]"),
    ],
    "store/upkeep/test_database.py": [
        ('execute("BEGIN IMMEDIATE")', 'execute("BEGIN")'),
        ("            connection.rollback()\n", "            connection.commit()\n"),
        ("PRAGMA synchronous = FULL", "PRAGMA synchronous = NORMAL"),
        ("recursive_triggers=True", "recursive_triggers=False"),
    ],
    "web/rounds/test_rounds.py": [
        ("if seat not in self.laid and not typed.is_filled]", "if False]"),
        ('request.form.get("anyway") != form.doubt', '"anyway" not in request.form'),
    ],
    "web/rounds/test_conflicts.py": [('"no-store"\n    return response', '"no-cache"\n    return response')],
    "web/table/test_long.py": [('request.args.get("all") == "1" or (number or latest) < latest', "False")],
    "web/table/test_settings.py": [("if seat not in opened.table.sitting.seated_next:", "if False:")],
    "web/groups/test_groups.py": [
        ("    if group is None:\n        raise LinkEnded\n    return Home", "    return Home")
    ],
    # The command
    "cli/test_tables.py": [
        ("role or HOST, replace)", "role or HOST, False)"),
        ('        raise CommandRefused("Nothing was changed.")', "        pass"),
    ],
    "web/app/test_text.py": [('f"−{digits}" if value < 0 else digits', 'f"-{digits}" if value < 0 else digits')],
    # The rules
    "games/fool": [
        ("POINTS_FOR_A_ONE if face == ONE else face", "face"),
        ("OUT = 10\n", "OUT = 9\n"),
        ("OUT_BUT_BEFOOLED = 0", "OUT_BUT_BEFOOLED = 10"),
        ("self.value / self.limit >= 1", "self.value / self.limit > 1"),
        ("from_left_of(seat, number) if other != seat][-1]", "from_left_of(seat, number) if other != seat][0]"),
        ("if points[seat] == min(points.values())]", "if points[seat] == max(points.values())]"),
        ('if sitting.options.get("starter_tie") == "self-first":', "if False:"),
        ("trick[at].face, -at))", "trick[at].face, at))"),
        ("held = tuple(other.spoken for other in unplayed if other.colour == lead)", "held = ()"),
        ("return 11 if players == 8 else 12", "return 12"),
        ("dealer = find_first_dealer(sitting, by_table)", "pass"),
        ("elif over is None and passed is None and reached:", "elif False:"),
    ],
    "games/durak": [
        (
            "points = tuple(int(fool in side) for side in sides)",
            "points = tuple(int(fool == side[0]) for side in sides)",
        ),
        ('wanted = sitting.options.get("first_attacker") == "previous-winner" and fool is not None', "wanted = False"),
        ("sitting.right_of(fool, number + 1)", "sitting.from_left_of(fool, number + 1)[0]"),
        ("for value in valuelist[-1:]]", "for value in valuelist]"),
        ("{% set good = -1 if best_is_lowest(table.rulebook, table.sitting) else 1 %}", "{% set good = 1 %}"),
    ],
    "games/fools_field": [
        ("WIN, TIE = 1, 0.5", "WIN, TIE = 1, 1"),
        ("if rules.judge_place(self.field, card, place).may:", "if False:"),
        ("(place != MIDDLE and not neighbour_cards, ", "(False, "),
    ],
    "games/points": [
        ("nearest = max(totals) if limit > 0 else min(totals)", "nearest = max(totals)"),
        ("best = (min if best_is_lowest(self, sitting) else max)(points.values())", "best = max(points.values())"),
    ],
    "games/wizard": [('raise Unreadable(location, say("This round isn’t finished."))', "pass")],
    "games/test_players.py": [("if fold_name(name) in seen:", "if name in seen:")],
    # What stands on a page
    "web/table/test_table.py": [
        ('{% if opened.may_write %}{% include "rounds/_b', '{% if true %}{% include "rounds/_b')
    ],
    "games/wizard/test_wizard_web.py": [("opened.may_write and not sheet.ending.final", "opened.may_write")],
    "browser/rounds/test_fields.py": [('<meta name="referrer" content="same-origin">', "")],
    # What a script does under a thumb
    "browser/rounds/test_taps.py": [
        ("event.timeStamp - at < 100", "event.timeStamp - at < 10"),
        ('if (event.repeat && event.key === "Enter"', "if (false"),
        ("animation: answer 0.4s;", ""),
    ],
    "browser/rounds/test_pad.py": [
        (
            "const isFilled = (hand) => Boolean(field(hand).value || out(hand).checked || sent(hand));",
            "const isFilled = () => true;",
        )
    ],
    "browser/rounds/test_hands.py": [("cards.value = laid.cards;", "")],
    "browser/rounds/test_heard.py": [("if (wording() === lastWording) return;", "")],
    "browser/rounds/test_numbers.py": [
        ("if (digit && halves.length) return before;", ""),
        ("if (digit && afresh) return [digit];", ""),
        ("nextKey);\n    keys.choose(following());", "nextKey);"),
    ],
    "browser/app/test_offline.py": [
        ("return { trouble: title };", "return {};"),
        ("if (late) timer = setTimeout(deliver,", "if (false) timer = setTimeout(deliver,"),
        ('companion.onSecondTap(entry.querySelector(".outbox-discard"), () => tell', "(() => tell"),
        ("if (settles) forget({ key: settles });", ""),
    ],
    "browser/app/test_installed.py": [
        ("event.waitUntil(store(offline));", ""),
        ("before === choice && keeps(response)", "before === choice"),
        ("answer.then(renewPages,", "answer.then(() => null,"),
        ("if (answer.status < 500) location.reload();", ""),
    ],
    "browser/app/test_keyboard.py": [
        ("across(keys, keys[at], 1)", "across(keys, keys[at], -1)"),
        ("key.tabIndex = key === one ? 0 : -1", "key.tabIndex = 0"),
        ("if (!following && (sends || !button)) return;", "return;"),
    ],
    "browser/app/test_language.py": [
        ('const page = { "Page-Language": document.documentElement.lang };', "const page = {};")
    ],
    "browser/table/test_live.py": [("setTimeout(companion.say, 200, news.textContent);", "")],
    "browser/table/test_stream.py": [
        ("if (times === FALLS) pausedUntil = Date.now() + PAUSE;", ""),
        ("  lastSign = Date.now();\n  events.close();\n  ask();", "  lastSign = Date.now();\n  ask();"),
        ('if (!response.headers.has("Companion-Part")) throw', "if (false) throw"),
    ],
    "browser/table/test_links.py": [
        ("![href, restored].includes(table.href) && table.token !== token", "table.href !== href")
    ],
    "browser/table/test_share.py": [
        ("if (!awake) lock?.release();", "if (!awake) return;"),
        ("(!lock || lock.released)", "!lock"),
        ('document.execCommand("copy");', ""),
        ('{% if not opened.may_write %}<span class="watching">', '{% if false %}<span class="watching">'),
    ],
    "browser/table/test_rematch.py": [("if (there) location.replace(there);", "")],
    "browser/groups/test_family.py": [("groups.save(groups.all().filter(({ href }) => href !== replaced));", "")],
    "browser/start/test_home.py": [('.get("start") === "last")', '.get("start") === "")')],
    "browser/start/test_new_game.py": [("if (!opening || !fresh || calm) return;", "if (!opening || calm) return;")],
    "browser/rules/test_arguments.py": [("taps.append(Object.assign", "taps.replaceChildren(Object.assign")],
}


def main() -> None:
    """Break each line in turn."""
    words = " ".join(sys.argv[1:])
    lines = [(tests, old, new) for tests, pairs in LINES.items() for old, new in pairs if words in f"{tests} {old}"]
    code = [path for top in ("companion", "templates", "static") for path in (HOME / top).rglob("*.*")]
    texts = {path.relative_to(HOME): path.read_text("utf-8") for path in code if path.suffix in BROKEN}
    places = [(*line, place_of(line[1], texts)) for line in lines]
    broken = [(tests, place, texts[place].replace(old, new)) for tests, old, new, place in places]
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        copies: Queue[Path] = Queue()
        for number in range(AT_ONCE):
            copies.put(shutil.copytree(HOME, Path(folder, str(number)), ignore=LEFT_BEHIND))

        def is_noticed(tests: str, place: Path | None = None, text: str = "") -> bool:
            copy = copies.get()
            try:
                if place:
                    write(copy / place, text)
                return fails(copy, tests)
            finally:
                if place:
                    write(copy / place, texts[place])
                copies.put(copy)

        if any(pool.map(is_noticed, {tests for tests, _old, _new in lines})):
            sys.exit("These tests fail also while nothing is broken.")
        unnoticed = 0
        for (_tests, old, new), seen in zip(lines, pool.map(lambda each: is_noticed(*each), broken), strict=True):
            unnoticed += not seen
            print(f"{'noticed' if seen else 'UNNOTICED':9}  {old!r} → {new!r}", flush=True)
    print(f"{len(lines) - unnoticed} of {len(lines)} noticed")
    sys.exit(unnoticed > 0)


def place_of(old: str, texts: dict[Path, str]) -> Path:
    """The one file in which a line stands."""
    found = [path for path, text in texts.items() for _ in range(text.count(old))]
    if len(found) != 1:
        sys.exit(f"{old!r} stands in {len(found)} places: {', '.join(map(str, found))}")
    return found[0]


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
