"""Phones: what each is known as, what it asks for; and who puts one out puts out no other."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.links import links, phones
from companion.store.links.links import HANDED_ON, HOST, SCORER, WATCHER, LinkEnded
from companion.store.tables.rematches import follow_rematches, start_rematch
from tests.store.builders import ANNE, a_key, a_sitting, a_table, visit


def opens(store, credential):
    """What a key lets its holder do now; "ended" where it did once."""
    try:
        return links.find_link(store, credential).role
    except LinkEnded:
        return "ended"


def come(store, key, secret=None):
    """What a phone shows that has opened a key."""
    return visit(store, key, secret).address


def shared(store, credential):
    return [links.share_link(store, credential, role) for role in HANDED_ON]


def number(store, credential):
    return links.find_link(store, credential).phone_id


def secret_of(credential):
    return credential.partition(".")[2]


def at_the_rematch(store, first, *comers):
    """What these phones show at the rematch that the first of them begins, once they have gone there."""
    first.with_round("17", "", "13", "5").stopping()
    start_rematch(store, comers[0], "fool", a_sitting(), None)
    return {each: f"{follow_rematches(store, each)}.{secret_of(each)}" for each in comers}


@pytest.fixture
def host(store):
    phone = a_table(store)
    phones.save_phone_seat(store, phone.address, ANNE)
    return phone.address


def list_phones(store, credential):
    return phones.list_phones(store, links.find_link(store, credential).table_id)


def test_every_phone_has_one_row_at_a_table_however_often_it_comes(store, host):
    """A link that gives more makes it more, and nothing makes it less."""
    scoring, watching = shared(store, host)
    secret = a_key()
    for key, role in ((watching, WATCHER), (scoring, SCORER), (watching, SCORER)):
        assert opens(store, come(store, key, secret)) == role
    assert len(list_phones(store, host)) == 2
    assert opens(store, come(store, watching, secret_of(host))) == HOST
    assert opens(store, f"{watching}.{a_key()}") == WATCHER, "another is nobody yet"
    assert len(list_phones(store, host)) == 2


@pytest.mark.parametrize("role", [HOST, *HANDED_ON])
def test_a_phone_is_put_out_and_no_other(store, host, role):
    """Every link to a role that it had ends; phones that are known go on, whichever way they came."""
    way = dict(zip(HANDED_ON, shared(store, host), strict=True))
    theirs = come(store, way[SCORER if role == HOST else role])
    if role == HOST:
        phones.change_role(store, host, number(store, theirs), HOST)
    others = [come(store, way[each]) for each in HANDED_ON for _ in range(2)]
    phones.change_role(store, host, number(store, theirs), None)
    seen = [way[WATCHER]] if role == WATCHER else [*way.values()]
    assert opens(store, theirs) == "ended"
    assert {opens(store, key) for key in seen} == {"ended"}
    assert [opens(store, each) for each in others] == [each for each in HANDED_ON for _ in range(2)]
    assert opens(store, host) == HOST
    for key in (*way.values(), *(each.partition(".")[0] for each in others)):
        with pytest.raises(LinkEnded):
            come(store, key, secret_of(theirs))
    time.sleep(0.002)  # a link that lets in anew is younger than the removal, by the millisecond
    assert opens(store, come(store, shared(store, host)[1], secret_of(theirs))) == WATCHER, "let in anew"


def test_of_two_hosts_one_steps_back_and_the_last_stays(store, host):
    paul = come(store, shared(store, host)[0])
    phones.change_role(store, host, number(store, paul), HOST)
    phones.change_role(store, paul, number(store, paul), SCORER)
    for role in (SCORER, WATCHER, None):
        phones.change_role(store, host, number(store, host), role)
    assert [opens(store, each) for each in (host, paul)] == [HOST, SCORER]


def test_who_shall_only_watch_only_watches_by_every_link_it_knows(store, host):
    scoring, watching = shared(store, host)
    anne, paul = come(store, scoring), come(store, scoring)
    phones.change_role(store, host, number(store, anne), WATCHER)
    assert [opens(store, each) for each in (anne, scoring, paul, watching)] == [WATCHER, "ended", SCORER, WATCHER]
    new = shared(store, host)[0]
    phones.change_role(store, host, number(store, anne), WATCHER)  # a double tap
    assert opens(store, new) == SCORER
    phones.change_role(store, host, number(store, anne), SCORER)
    assert opens(store, anne) == SCORER


def test_a_host_decides_only_where_he_is_host(store):
    """Who was made host at the rematch puts nobody out of the table before, nor makes hosts there."""
    first = a_table(store)
    host = first.address
    paul, friend = (come(store, shared(store, host)[0]) for _ in range(2))
    there = at_the_rematch(store, first, host, paul, friend)
    phones.change_role(store, there[host], number(store, there[paul]), HOST)
    assert [opens(store, each) for each in (there[paul], paul)] == [HOST, HOST], "by a host of both"
    phones.change_role(store, host, number(store, paul), SCORER)
    store.db.execute("UPDATE phones SET role = 'host' WHERE id = ?", [number(store, there[paul])])
    phones.change_role(store, there[paul], number(store, there[friend]), HOST)
    phones.change_role(store, there[paul], number(store, there[host]), None)
    assert [opens(store, each) for each in (there[friend], friend, there[host], host)] == [HOST, SCORER, "ended", HOST]
    with pytest.raises(LinkEnded):
        follow_rematches(store, host)


def test_it_is_put_out_before_and_after_the_rematch(store):
    """Whichever of the two it is put out of; by the links of before it comes along to neither."""
    first = a_table(store)
    host = first.address
    scoring, _ = shared(store, host)
    thief, other, paul = (come(store, scoring) for _ in range(3))
    there = at_the_rematch(store, first, host, thief, other, paul)
    phones.change_role(store, host, number(store, thief), None)
    phones.change_role(store, there[host], number(store, there[other]), None)
    for each in (thief, other, there[thief], there[other]):
        assert opens(store, each) == "ended"
    for key in (thief, other, scoring):
        with pytest.raises(LinkEnded):
            follow_rematches(store, key)
    assert len(list_phones(store, there[host])) == 2
    phones.change_role(store, there[host], number(store, there[paul]), WATCHER)
    assert opens(store, paul) == WATCHER


def test_two_at_once_start_one_rematch(store):
    """Whoever starts it, everybody is there what they were."""
    phone = a_table(store).with_round("17", "", "13", "5").stopping()
    keys = [links.share_link(store, phone.address, SCORER), phone.address]
    with ThreadPoolExecutor(4) as threads:
        ways = list(threads.map(lambda key: start_rematch(store, key, "fool", a_sitting(), None), keys * 4))
    assert len({links.find_link(store, way).table_id for way in ways}) == 1
    assert (store.db.table("tables").count, phone.kinds.count("rematch_begun")) == (2, 1)
    assert phone.history[-1] == "Rematch started."
    assert (opens(store, f"{ways[0]}.{secret_of(phone.address)}"), opens(store, ways[0])) == (HOST, SCORER)


def test_what_was_asked_is_gone_once_it_is_given(store, host):
    """Nobody who says yes late takes anything from who has become host meanwhile."""
    scoring, watching = shared(store, host)
    guest, scorer = come(store, watching), come(store, scoring)
    phones.request_role(store, guest, SCORER)
    phones.change_role(store, host, number(store, guest), HOST)
    phones.answer(store, scorer, number(store, guest), True)
    assert opens(store, guest) == HOST


def test_who_is_refused_or_finds_a_closed_door_asks_in_vain(store, host):
    watching = shared(store, host)[1]
    guest, second = come(store, watching), come(store, watching)
    phones.request_role(store, second, SCORER)
    phones.let_ask(store, host, False)
    assert not any(phone["asks"] for phone in list_phones(store, host))
    with pytest.raises(phones.NoRequests):
        phones.request_role(store, second, SCORER)
    phones.let_ask(store, host, True)
    phones.request_role(store, second, SCORER)
    assert [phone["asks"] for phone in list_phones(store, host) if phone["asks"]] == [SCORER]
    for yes in (False, True):
        phones.request_role(store, guest, SCORER)
        phones.answer(store, host, number(store, guest), yes)
        assert opens(store, guest) == WATCHER
