"""The statistics pages: what stands there for games whose numbers anybody can add up."""

import pytest

from tests.web.builders import OUT, a_group


@pytest.fixture
def group(client):
    """Three games of one round. Anne starts each; she wins the first, Paul the others, the last with Rachel.

    Rachel is befooled in the second.
    """
    group = a_group(client)
    for hands, fools in (
        ((OUT, "17", "13", "5"), []),
        (("20 1", OUT, OUT, "5"), ["Rachel"]),
        (("=30", OUT, OUT, "2 3"), []),
    ):
        group.table().with_round(*hands, fools=fools).stopping()
    return group


def read_figures(page):
    return {
        "".join(row.find("dt").itertext()).strip(): " ".join("".join(row.find("dd").itertext()).split())
        for figures in page.all("dl", class_="told")
        for row in figures
    }


def test_everybody_stands_there_with_the_most_wins_first(group):
    assert group.visit("/statistics").rows("figures") == [
        ["Player", "Games", "Wins", "Win rate", "Average"],
        ["Paul", "3", "2", "67%", "1.0"],
        ["Rachel", "3", "1", "33%", "−1.0"],
        ["Anne", "3", "1", "33%", "−15.0"],
        ["Camille", "3", "0", "0%", "−5.0"],
    ]
    for query in ("sort=nonsense", "why=nobody", "sort=average"):
        assert group.visit(f"/statistics?{query}").rows("figures")[1][0] == "Paul", "addresses of before"


def test_records_name_whoever_has_them(group):
    assert read_figures(group.visit("/statistics")) == {
        "Highest total": "10 Anne, Paul and Rachel",
        "Lowest total": "−30 Anne",
        "Longest winning run": "2 Paul",
        "Longest run without a win": "3 Camille",
        "Went out": "2 Paul and Rachel",
        "+10s": "2 Paul",
        "Befooled in the last trick": "1 Rachel",
        "Points left": "55 Anne",
        "Starter wins the game": "33% 1 of 3",
        "Starter goes out": "33% 1 of 3",
    }


def test_who_beats_whom(group):
    rows = group.visit("/statistics").rows("duels")
    assert rows[0] == ["", "1Paul", "2Rachel", "3Anne", "4Camille"]
    assert rows[1:] == [
        ["1 Paul", "·", "1:1", "2:1", "2:1"],
        ["2 Rachel", "1:1", "·", "2:1", "2:1"],
        ["3 Anne", "1:2", "1:2", "·", "1:2"],
        ["4 Camille", "1:2", "1:2", "2:1", "·"],
    ]


def test_a_player_has_everything_on_one_page(group):
    page = group.visit("/statistics").follow("Rachel")
    assert page.title == "Rachel"
    assert read_figures(page) == {
        "Games": "3",
        "Wins": "1 33%",
        "Average total": "−1.0",
        "Best total": "10",
        "Worst total": "−13",
        "Rounds": "3",
        "Went out": "2",
        "Went out (share of rounds)": "67%",
        "+10s": "1",
        "Befooled in the last trick": "1",
        "Points left": "13",
        "Points left per round": "4.3",
        "Longest winning run": "1",
        "Longest run without a win": "2",
        "Won as starter": "– 0 of 0",
    }
    assert page.rows("figures") == [
        ["Player", "Games", "Ahead", "Behind"],
        ["Anne", "3", "2", "1"],
        ["Paul", "3", "1", "1"],
        ["Camille", "3", "2", "1"],
    ]
    assert "The last 3 games, whatever the period." in page.source


def test_a_year_is_offered_and_a_strange_period_is_all_time_of_what_is_over_here(client, group):
    a_group(client).with_game()
    running = group.table().with_round(OUT, "17", "13", "5")
    year = running.sheet["started_at"][:4]
    page = group.visit("/statistics").follow(year)
    assert "3 games" in page.text
    assert [link.text for link in page.all("a") if link.get("aria-current")] == [year]
    for query in ("period=1999", "period=x", "game=chess"):
        assert "3 games" in group.visit(f"/statistics?{query}").text


def test_before_the_first_end_there_is_a_word(client):
    group = a_group(client)
    assert "No finished games yet." in group.visit("/statistics").text
    group.table()
    anne = group.people()["Anne"]
    assert "No finished games yet." in group.visit(f"/players/{anne}").text
