"""``companion link``: a link to a table or a group, or a new one in the place of the others."""

import json

import pytest

from companion.store.groups import tables as group_tables
from companion.store.groups.groups import open_group, table_key
from companion.store.links import links
from companion.store.links.links import HOST, ROLES, SCORER, WATCHER, LinkEnded
from tests.command import one_plain_line


@pytest.fixture
def link(companion, tmp_path):
    """The key of a link that the command makes."""

    def make(*arguments):
        status, shown, _ = companion("link", *arguments, "--data", tmp_path)
        assert status == 0
        return shown.strip().rpartition("/")[2]

    return make


def role_of(store, key):
    """What a key lets its holder do; "ended" where it did once."""
    try:
        found = links.find_link(store, key)
    except LinkEnded:
        return "ended"
    return found and found.role


def test_it_is_the_link_that_the_share_page_shows(link, store, alone):
    shown = {role: links.share_link(store, alone.address, role) for role in ROLES}
    assert {role: link("t1", "--role", role) for role in ROLES} == shown
    assert link("t1") == shown[HOST]


@pytest.mark.parametrize(
    ("role", "stay"),
    [(HOST, ("ended", "ended", "ended")), (SCORER, (HOST, "ended", WATCHER)), (WATCHER, (HOST, SCORER, "ended"))],
)
def test_it_takes_the_place_of_those_of_its_role_and_a_hosts_of_all(link, store, alone, role, stay):
    old = [links.share_link(store, alone.address, each) for each in ROLES]
    key = link("t1", "--replace", "--role", role)
    assert role_of(store, key) == role
    assert tuple(role_of(store, each) for each in old) == stay


def test_a_groups_link(link, companion, store, tmp_path, thursdays):
    key = link("g1")
    assert open_group(store, key) == thursdays.group
    new = link("g1", "--replace")
    assert open_group(store, new).id == 1
    for old in (key, thursdays.key):
        with pytest.raises(LinkEnded):
            open_group(store, old)
    told = one_plain_line(companion("link", "g1", "--role", "watcher", "--data", tmp_path))
    assert told == "Who has a group's link may do everything in the group: leave out --role."


def test_a_groups_link_is_looked_up_and_not_replaced(link, store, thursdays, alone):
    """A rematch of a table that was put there stays the group's."""
    assert group_tables.add_to_group(store, thursdays.id, alone.address)
    link("g1")
    assert group_tables.rematch_home(store, links.find_link(store, alone.address)).group_id == 1
    link("g1", "--replace")
    assert group_tables.rematch_home(store, links.find_link(store, alone.address)) is None


def test_replacing_the_hosts_link_takes_a_table_out_of_where_it_was_put(companion, store, tmp_path, thursdays, alone):
    group_tables.add_to_group(store, thursdays.id, alone.address)
    status, _, err = companion("link", "t3", "--replace", "--data", tmp_path)
    assert status == 0
    assert "companion: t3 is not in a group any more: it had been put there by a link that has ended.\n" in err
    assert group_tables.group_of(store, 3) is None


def test_a_groups_own_table_stays_the_groups(link, store, thursdays):
    old = thursdays.phone(1).address
    assert role_of(store, link("t1", "--replace")) == HOST
    assert role_of(store, old) == "ended"
    assert role_of(store, table_key(store, thursdays.group, thursdays.key, 1)) == HOST


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ({"public_url": "https://cards.example", "url": "http://192.0.2.5:8000/"}, "https://cards.example/t/"),
        ({"public_url": "https://a.example/cards", "url": ""}, "https://a.example/cards/t/"),
        ({"url": "http://192.0.2.5:8000/"}, "http://192.0.2.5:8000/t/"),
    ],
)
def test_the_address_is_a_whole_one(companion, tmp_path, alone, told, expected):
    (tmp_path / "serving.json").write_text(json.dumps(told))
    status, shown, err = companion("link", "t1", "--data", tmp_path)
    assert (status, err, shown.count("\n")) == (0, "", 1)
    assert shown.startswith(expected)


def test_where_no_address_is_known_it_says_so(companion, tmp_path, alone):
    status, shown, err = companion("link", "t1", "--data", tmp_path)
    assert (status, shown[:3]) == (0, "/t/")
    assert err == "companion: This goes after the address of your companion, which has not run yet.\n"


def test_a_link_to_what_is_deleted_meanwhile(companion, tmp_path, monkeypatch, alone):
    def gone(*_):
        raise LinkEnded(deleted=True)

    monkeypatch.setattr("companion.cli.tables.give_link", gone)
    assert one_plain_line(companion("link", "t1", "--data", tmp_path)) == "t1 has been deleted just now."
