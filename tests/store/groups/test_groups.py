"""Groups: the key that opens one, replacing it, and the links to tables that come from it and end with it."""

import pytest

from companion.store.groups import groups
from companion.store.groups import tables as group_tables
from companion.store.journal.loading import open_table
from companion.store.links import links
from companion.store.links.links import HOST, SCORER, LinkEnded
from tests.store.builders import FOUR, Circle, Phone, a_group, a_key, a_table, everything


def key_of(circle, number=0):
    """The key of the link by which the group opens one of its tables."""
    return groups.open_group_table(circle.store, circle.key, circle.tables[number - 1], "")


def replaced(circle, write_key=""):
    return Circle(circle.store, groups.replace_link(circle.store, circle.key, write_key or a_key()))


def has_ended(open_it):
    with pytest.raises(LinkEnded):
        open_it()
    return True


def test_a_group_is_opened_by_its_key_only(store):
    """Another key opens nothing, neither does a table's, also of the group; nor does a group's key open a table."""
    thursdays, sundays = a_group(store, "Thursdays"), a_group(store, "Sundays")
    assert (thursdays.group.name, sundays.group.name) == ("Thursdays", "Sundays")
    assert thursdays.id != sundays.id
    theirs = key_of(thursdays.with_table(FOUR))
    for wrong in (a_key(), "", thursdays.key + "=", a_table(store).address, theirs):
        assert groups.open_group(store, wrong) is None
    assert open_table(store, thursdays.key) is None


def test_a_lost_answer_locks_nobody_out(store):
    """The same request again, with the link that has ended by now, gives the same new link."""
    circle, write_key = a_group(store).with_table(FOUR, "-80 10 10 0"), a_key()
    new = replaced(circle, write_key)
    before = everything(store)
    assert has_ended(lambda: groups.open_group(store, circle.key))
    assert replaced(circle, write_key) == new
    assert everything(store) == before
    assert (new.group.name, new.won()["Paul"], new.listed()) == ("Thursdays", (1, 1), [1])
    assert has_ended(lambda: groups.replace_link(store, circle.key, a_key()))  # somebody else was quicker
    assert groups.replace_link(store, a_key(), a_key()) is None


def test_links_opened_through_the_group_end_with_its_link(store):
    """Whoever should not see the group any more sees its tables no more; another group keeps its links."""
    circle = a_group(store).with_table(FOUR).with_table(FOUR)
    sundays = a_group(store, "Sundays").with_table(FOUR)
    keys, other = [key_of(circle, 1), key_of(circle, 2), circle.phone(1).address], key_of(sundays)
    new = replaced(circle)
    assert has_ended(lambda: groups.open_group_table(store, circle.key, new.tables[0], a_key()))
    assert all(has_ended(lambda key=key: links.find_link(store, key)) for key in keys)
    fresh = [key_of(new, 1), key_of(new, 2)]
    assert not {*fresh} & {*keys}
    for key in (*fresh, other):
        assert Phone(store, key).with_round("17", "", "13", "").version == 2


def test_the_group_opens_a_table_always_by_the_same_link(store):
    """As its host, where the phone has a cookie; by the next link where the table's were replaced."""
    circle = a_group(store).with_table(FOUR).with_table(FOUR)
    secret = a_key()
    first = groups.open_group_table(store, circle.key, circle.tables[0], secret)
    before = everything(store)
    assert groups.open_group_table(store, circle.key, circle.tables[0], secret) == key_of(circle, 1) == first
    assert everything(store) == before
    found = links.find_link(store, f"{first}.{secret}")
    assert (found.table_id, found.role, links.find_link(store, first).role) == (circle.tables[0], HOST, SCORER)
    links.replace_links(store, f"{first}.{secret}", a_key())
    assert has_ended(lambda: links.find_link(store, first))
    assert len({first, key_of(circle, 1), key_of(circle, 1), key_of(circle, 2)}) == 3


def test_a_deleted_group_is_gone_with_all_it_had_and_leaves_everybody_else_alone(store):
    """Journals, players, figures and links; that there was one is all its link still says."""
    other = a_group(store, "Sundays").with_table("Ben Paul Dora Luke", "-80 10 10 0")
    lonely = a_table(store).with_round("17", "", "13", "")
    kept = key_of(other)
    before = everything(store)
    circle = a_group(store).with_table(FOUR, "-80 10 10 0").with_table("Bea Paul Dora Zoë", at="2023-05-01")
    circle.calling("Anne", "Anna").merging("Camille", "Dora")
    keys = [key_of(circle, number) for number in (1, 2)]
    group_id = circle.id
    group_tables.delete_group(store, group_id)
    group_tables.delete_group(store, group_id)  # a double tap
    assert has_ended(lambda: groups.open_group(store, circle.key))
    assert all(has_ended(lambda key=key: open_table(store, key)) for key in keys)
    after = everything(store)
    for name in ("journal", "players", "seats", "results"):
        assert after[name] == before[name], name
    for name in ("links", "tables", "groups"):
        assert {*before[name]} <= {*after[name]}, name
    dump = "\n".join(store.db.conn.iterdump())
    assert [name for name in ("Thursdays", "Anna", "Bea", "Zoë") if name in dump] == []
    assert (other.won()["Paul"], key_of(other), lonely.with_round("", "3", "", "").version) == ((1, 1), kept, 3)
