"""Games in every state, as files, and the screens on which each state shows."""

from companion.games import RULEBOOKS
from tests.games import sheets

# Forty characters each, the most that a table takes; with spaces and without, wide and high and with tails.
NAMES = (
    "Maximiliane-Friederike von Hohenlohe-Lan",
    "Wolfeschlegelsteinhausenbergerdorffwelch",
    "Đỗ Thị Minh Phương Nguyễn Ngọc Quỳnh Hoa",
    "Jörgypåquẹgjyqpgjyqpgjyqpgjyqpgjyqpgjyqp",
    "Łukasz Brzęczyszczykiewicz z Chrząszczyc",
    "WILHELMINA MAGDALENA VON HOHENZOLLERN-SI",
    "Анна-Мария Константиновна Преображенская",
    "👨‍👩‍👧‍👦 Zoë & Ben, the family and grandp",
    "José María Álvarez del Manzano y López-H",
    "Papadiamantopoulos-Chatzimichalakopoulou",
    "Guðrún Björgvinsdóttir frá Kirkjubæjarkl",
    "Ng",
)


def a_sheet(game: str, players: tuple[str, ...], rounds: list[dict], **options) -> dict:
    """A game as a file; the first of the players starts."""
    return sheets.a_sheet(game=game, players=players, first_starter=players[0], options=options, rounds=rounds)


def fool(rounds: int, players: tuple[str, ...] = NAMES[:8], **options) -> dict:
    """A game of Fool! of so many rounds: two are out in each, and one of them took a disc."""
    hands = [{name: [2 + (seat + number) % 8] for seat, name in enumerate(players)} for number in range(rounds)]
    for number, hand in enumerate(hands):
        hand[players[number % len(players)]] = []
        hand[players[(number + 3) % len(players)]] = []
    fools = [[players[number % len(players)]] for number in range(rounds)]
    played = [{"hands": hand, "fools": befooled} for hand, befooled in zip(hands, fools, strict=True)]
    return a_sheet("fool", players, played, **options)


LONG_GAME = {"end_score": -300, "tens_to_end": 60}
TABLES = ("", "/sheet", "/chart", "/history", "/settings", "/share", "/screen", "/rematch")
SIX, TWELVE = NAMES[:6], NAMES
DURAK = [{"fool": SIX[1], "first_out": SIX[0]}, {"draw": True, "last_defender": SIX[3]}]
ASKING = {"first_attacker": "previous-winner", "both_out": "last-defender", "stop_at_marks": 9, "stop_after_deals": 11}
TEAMS = [list(SIX[0::2]), list(SIX[1::2])]
POINTS = [{"points": {name: (-1) ** seat * (125.5 - seat) for seat, name in enumerate(TWELVE)}} for _ in range(20)]


def begun_games() -> dict[str, tuple[dict, tuple[str, ...]]]:
    """Every game that the companion knows, with as many players as it takes, before its first round."""
    screens = ("", "/rounds/new", "/settings", "/sheet", "/screen")
    return {
        f"{key}-begun": (a_sheet(key, NAMES[: rulebook.seats[-1]], []), screens) for key, rulebook in RULEBOOKS.items()
    }


# By name: the game as a file, and the screens on which its state shows.
STATES: dict[str, tuple[dict, tuple[str, ...]]] = {
    "fool-empty": (fool(0), (*TABLES, "/setup", "/rounds/new", "/hands", "/hands/1", "/hands/8", "/rules", "/referee")),
    "fool-running": (
        fool(20, **LONG_GAME),
        (*TABLES, "?why=1", "/sheet?why=3-2", "/rounds/new", "/rounds/2", "/phones", "/hands", "/hands/1", "/rules"),
    ),
    "fool-over": (fool(9), TABLES),
    "fool-come-and-go": (
        fool(0)
        | {
            "players": [*NAMES[:6], "Ed"],
            "seatings": [{"from": 1, "players": NAMES[:6]}, {"from": 2, "players": [*NAMES[1:5], "Ed"]}],
            "start_totals": {"Ed": -23},
            "rounds": fool(1, players=NAMES[:6])["rounds"],
        },
        ("", "/players", "/house-rules", "/sheet", "/chart", "/screen", "/history", "/settings", "/rounds/new"),
    ),
    "fool-on-paper": (fool(0), ("/paper",)),
    "field-tied": (
        a_sheet("fools-field", NAMES[:2], [{"tie": True, "started_last_battle": NAMES[1]}]),
        ("", "/rounds/1", "/sheet", "/chart", "/screen"),
    ),
    "durak-asking": (
        a_sheet("durak", SIX, DURAK, **ASKING),
        ("", "/rounds/new", "/rounds/1", "/sheet", "/settings", "/chart"),
    ),
    "durak-teams": (
        a_sheet("durak", SIX, [{"fool": SIX[1]}, {"draw": True}], teams=TEAMS),
        ("", "/settings", "/screen", "/rematch", "/sheet", "/history"),
    ),
    "points-running": (
        a_sheet("points", TWELVE, POINTS, title="Phase 10"),
        ("", "/sheet", "/chart", "/rounds/1", "/screen", "/history"),
    ),
    "points-long": (
        a_sheet("points", SIX, [{"points": dict.fromkeys(SIX, -1)}] * 120, title="Skat"),
        ("/sheet", "/sheet?all=1", "/history", "/chart"),
    ),
    "wizard-bid": (
        a_sheet("wizard", SIX, [{"bids": dict.fromkeys(SIX, 1), "tricks": {**dict.fromkeys(SIX, 0), SIX[5]: 1}}])
        | {"begun": {"bids": dict.fromkeys(SIX, 2)}},
        ("", "/rounds/new", "/rounds/1", "/sheet", "/screen", "/history"),
    ),
    "tichu-running": (
        a_sheet("tichu", NAMES[:4], [{"calls": {NAMES[0]: "grand"}, "first": NAMES[0], "cards": [125, -25]}] * 3),
        ("", "/rounds/1", "/sheet", "/chart", "/screen", "/history"),
    ),
    **begun_games(),
}

REFEREES = (
    *("/rules/fool", "/rules/fools-field", "/rules/durak"),
    *("/referee/fool", "/referee/fools-field", "/referee/durak"),
    "/referee/fool?players=8&cards=G12+1+R3+Y20+G27+B15+1+1",
    "/referee/fool?players=5&cards=G12+1+R3",
    "/referee/fool?players=4&cards=G99",
    "/referee/fools-field?field=_.SHSH._._.SSSS.SSHS._._._&card=HSSH&place=3",
    "/referee/fools-field?field=_.SHSH._._.SSSS.SSHS._.SSHH._&place=8",
    "/referee/fools-field?field=_.SHSH._._.SSSS.SSHS._._._&hand=HHHH.SSHH.HSHS.FFFF.HHFF.SSSH&fill=hand",
    "/referee/durak?trump=H&cards=S6.S9.H7..DJ.D8",
    "/referee/durak?trump=C&cards=SA.C6.HA.C7.DA.C8.S9.S10.H9.H10.D9.D10",
    "/referee/durak?trump=C&cards=.S6.S6..S7&began=2&tap=S6",
)
