"""Phones: each has a key of its own; what it asks for; and who puts one out puts out no other."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from companion.store.journal.rematches import follow_rematches, start_rematch
from companion.store.links import links, phones
from companion.store.links.links import HOST, ROLES, SCORER, WATCHER, LinkEnded, MayNot
from tests.store.builders import ANNE, PAUL, Phone, a_key, a_sitting, a_table


def opens(store, credential):
    """What a key lets its holder do now; "ended" where it did once."""
    try:
        return links.find_link(store, credential).role
    except LinkEnded:
        return "ended"


def visit(store, key, secret=None):
    """What a phone shows that opened a key: its own, with its secret."""
    secret = secret or a_key()
    credential = f"{key}.{secret}"
    return f"{phones.find_own_key(store, credential) or phones.settle(store, credential)}.{secret}"


def common(store, credential):
    return [links.share_link(store, credential, role) for role in ROLES]


def after_saying(store, credential, seat):
    """The phone after its player has said who that is."""
    key, _, secret = credential.partition(".")
    assert phones.save_phone_seat(store, credential, seat, a_key()) == key
    return f"{key}.{secret}"


def number(store, credential):
    return str(links.find_link(store, credential).id)


def at_the_rematch(store, first, *phones):
    """What these phones show at the rematch that the first of them begins, once they have gone there."""
    first.with_round("17", "", "13", "5").stopping()
    start_rematch(store, phones[0], "fool", a_sitting(), None)
    return {each: f"{follow_rematches(store, each)}.{each.partition('.')[2]}" for each in phones}


@pytest.fixture
def host(store):
    return after_saying(store, visit(store, a_table(store).address), ANNE)


# A key of one's own


def test_every_phone_has_one_key_at_a_table_however_often_it_comes(store, host):
    """By any link; what gives more makes it more, and nothing makes it less."""
    _, scoring, watching = common(store, host)
    secret = a_key()
    first = visit(store, watching, secret)
    assert opens(store, first) == WATCHER
    for key, role in ((scoring, SCORER), (watching, SCORER), (first.partition(".")[0], SCORER)):
        assert visit(store, key, secret) == first
        assert opens(store, first) == role
    assert visit(store, watching) != first


def test_an_address_that_is_passed_on_makes_nobody_host(store, host):
    """It opens the table to keep score, as nobody so far; alone, too, it lets nobody decide."""
    key = host.partition(".")[0]
    other = visit(store, key)
    for credential in (other, key, f"{key}.{a_key()}"):
        assert opens(store, credential) == SCORER
        with pytest.raises(MayNot):
            links.replace_links(store, credential, SCORER, a_key())
        with pytest.raises(MayNot):
            phones.change_role(store, credential, number(store, host), None)
    assert links.find_link(store, other).seat is None
    assert opens(store, host) == HOST


def test_the_hosts_link_is_the_way_back(store, host):
    """On another phone, when the only host has lost hers."""
    assert opens(store, visit(store, common(store, host)[0])) == HOST


# Putting out


@pytest.mark.parametrize("role", ROLES)
def test_a_phone_is_put_out_and_no_other(store, host, role):
    """Every link that it has seen is replaced; phones with a key of their own go on, whichever way they came."""
    way = dict(zip(ROLES, common(store, host), strict=True))
    theirs = visit(store, way[role])
    others = [visit(store, way[each]) for each in ROLES for _ in range(2)]
    passed_on = visit(store, theirs.partition(".")[0]) if role == SCORER else None
    seen = common(store, theirs)[ROLES.index(role) :] if role == HOST else [way[r] for r in ROLES[ROLES.index(role) :]]
    phones.change_role(store, host, number(store, theirs), None)
    assert opens(store, theirs) == "ended"
    assert {opens(store, key) for key in seen} == {"ended"}
    assert [opens(store, each) for each in others] == [each for each in ROLES for _ in range(2)]
    assert opens(store, host) == HOST
    assert passed_on is None or opens(store, passed_on) == SCORER
    for key in seen:
        with pytest.raises(LinkEnded):
            visit(store, key, theirs.partition(".")[2])


def test_who_came_by_anothers_address_comes_back_by_none(store, host):
    """The other one gets another key, and is led there."""
    _, scoring, _ = common(store, host)
    paul = after_saying(store, visit(store, scoring), PAUL)
    guest = visit(store, paul.partition(".")[0])
    phones.change_role(store, host, number(store, guest), None)
    assert [opens(store, each) for each in (guest, paul.partition(".")[0])] == ["ended", "ended"]
    new = phones.find_own_key(store, paul)
    assert f"{new}.{paul.partition('.')[2]}" == visit(store, paul.partition(".")[0], paul.partition(".")[2]) != paul
    for credential in (paul, f"{new}.{paul.partition('.')[2]}"):
        assert (links.find_link(store, credential).role, links.find_link(store, credential).seat) == (SCORER, PAUL)


def test_who_was_put_out_comes_back_by_no_phones_address(store, host):
    """Also by one that it did not come by; only by a link that somebody hands on."""
    _, scoring, _ = common(store, host)
    paul, thief = visit(store, scoring), visit(store, scoring)
    secret = thief.partition(".")[2]
    assert visit(store, paul.partition(".")[0], secret) == thief
    phones.change_role(store, host, number(store, thief), None)
    with pytest.raises(LinkEnded):
        visit(store, paul.partition(".")[0], secret)
    assert opens(store, f"{paul.partition('.')[0]}.{secret}") == "ended"
    assert opens(store, visit(store, common(store, host)[1], secret)) == SCORER


def test_another_phones_address_says_nothing_for_that_phone(store, host):
    """Neither who it is, nor that it asks; who keeps no cookies gets a link of one's own there as well."""
    key = host.partition(".")[0]
    other = phones.save_phone_seat(store, key, PAUL, a_key())
    assert other != key
    phones.request_role(store, key, HOST)
    seats = [(phone.seat, phone.role, phone.asks) for phone in phones.list_phones(store, Phone(store, key).table.id)]
    assert seats == [(ANNE, HOST, ""), (PAUL, SCORER, "")]
    assert links.find_link(store, key).seat is None, "what is written by the address alone isn't Anne's"


def test_a_host_without_cookies_goes_on_by_the_new_link(store):
    """What another host has seen is replaced, and she goes by it herself."""
    key = a_table(store).address
    removed = phones.change_role(store, key, number(store, visit(store, key)), None)
    lowered = phones.change_role(store, removed, number(store, visit(store, removed)), WATCHER)
    assert [opens(store, each) for each in (key, removed, lowered)] == ["ended", "ended", HOST]


def test_a_host_decides_only_where_he_is_host(store):
    """Who was made host at the rematch puts nobody out of the table before, nor makes hosts there."""
    first = a_table(store)
    host = visit(store, first.address)
    _, scoring, _ = common(store, host)
    paul, friend = (visit(store, scoring) for _ in range(2))
    there = at_the_rematch(store, first, host, paul, friend)
    phones.change_role(store, there[host], number(store, there[paul]), HOST)
    assert [opens(store, each) for each in (there[paul], paul)] == [HOST, HOST], "by a host of both"
    phones.change_role(store, host, number(store, paul), SCORER)
    store.db.execute("UPDATE links SET role = 'host' WHERE key = ?", [there[paul].partition(".")[0]])
    phones.change_role(store, there[paul], number(store, there[friend]), HOST)
    phones.change_role(store, there[paul], number(store, there[host]), None)
    assert [opens(store, each) for each in (there[friend], friend, there[host], host)] == [HOST, SCORER, "ended", HOST]


def test_who_was_put_out_of_a_rematch_decides_nothing_there(store):
    """A host of the table before, whom a host of the rematch has removed, or did not let come along."""
    first = a_table(store)
    anne, late = visit(store, first.address), visit(store, first.address)
    paul = visit(store, links.share_link(store, anne, SCORER))
    there = at_the_rematch(store, first, anne, paul)
    store.db.execute("UPDATE links SET role = 'host' WHERE key = ?", [there[paul].partition(".")[0]])
    phones.change_role(store, there[paul], number(store, there[anne]), None)
    phones.change_role(store, anne, number(store, paul), None)
    assert (opens(store, there[anne]), opens(store, there[paul])) == ("ended", HOST)
    key = links.replace_links(store, there[paul], HOST, a_key())
    back = visit(store, links.share_link(store, f"{key}.{paul.partition('.')[2]}", WATCHER))
    phones.change_role(store, late, number(store, anne), None)
    assert opens(store, back) == WATCHER


def test_the_address_it_came_by_is_replaced_wherever_it_is_put_out(store):
    """At the rematch, too: there nobody came by it."""
    first = a_table(store)
    host = visit(store, first.address)
    paul = visit(store, links.share_link(store, host, SCORER))
    guest = visit(store, paul.partition(".")[0])
    there = at_the_rematch(store, first, host, paul, guest)
    phones.change_role(store, there[host], number(store, there[guest]), None)
    for key, opened in ((guest, "ended"), (paul.partition(".")[0], "ended"), (paul, SCORER), (there[paul], SCORER)):
        assert opens(store, key) == opened


def test_who_keeps_no_cookies_comes_along_after_another_was_put_out(store):
    """Where they have said who they are: their link is one phone's as well."""
    first = a_table(store)
    host = visit(store, first.address)
    scoring = links.share_link(store, host, SCORER)
    thief, paul = visit(store, scoring), phones.save_phone_seat(store, scoring, PAUL, a_key())
    there = at_the_rematch(store, first, host, thief)
    common(store, there[host])
    phones.change_role(store, there[host], number(store, there[thief]), None)
    assert opens(store, follow_rematches(store, paul) or "") == SCORER


def test_it_is_put_out_before_and_after_the_rematch(store):
    """It comes along neither by its own key, nor by a common link of the table before."""
    first = a_table(store)
    host = visit(store, first.address)
    _, scoring, _ = common(store, host)
    thief, paul = visit(store, scoring), after_saying(store, visit(store, scoring), PAUL)
    first.with_round("17", "", "13", "5").stopping()
    there = start_rematch(store, paul, "fool", a_sitting(), None)
    assert opens(store, f"{there}.{paul.partition('.')[2]}") == SCORER, "who begins it takes it from no host"
    assert follow_rematches(store, thief) is not None
    host_there = f"{follow_rematches(store, host)}.{host.partition('.')[2]}"
    assert opens(store, host_there) == HOST
    phones.change_role(store, host, number(store, thief), None)
    for key in (thief, scoring):
        with pytest.raises(LinkEnded):
            follow_rematches(store, key)
    assert len(phones.list_phones(store, Phone(store, there).table.id)) == 2
    phones.change_role(store, host_there, number(store, f"{there}.{paul.partition('.')[2]}"), WATCHER)
    assert opens(store, paul) == WATCHER


def test_two_at_once_start_one_rematch(store):
    """One way there for each link, and one more for a scorer who was first, and is its host."""
    phone = a_table(store).with_round("17", "", "13", "5").stopping()
    keys = [links.share_link(store, phone.address, SCORER), phone.address]
    with ThreadPoolExecutor(8) as threads:
        ways = list(threads.map(lambda key: start_rematch(store, key, "fool", a_sitting(), None), keys * 8))
    assert len({links.find_link(store, way).table_id for way in ways}) == 1
    assert len(set(ways)) in (2, 3)
    assert store.db.table("tables").count == 2
    assert phone.kinds.count("rematch_begun") == 1
    assert phone.history[-1] == "Rematch started."


# Asking


def test_only_a_host_makes_hosts_and_who_was_refused_asks_in_vain(store, host):
    _, scoring, watching = common(store, host)
    paul, other = after_saying(store, visit(store, scoring), PAUL), visit(store, scoring)
    phones.request_role(store, paul, HOST)
    for each in (other, visit(store, watching)):
        with pytest.raises(MayNot):
            phones.answer(store, each, number(store, paul), True)
    phones.answer(store, host, number(store, paul), True)
    assert opens(store, paul) == HOST
    guest = visit(store, watching)
    for yes in (False, True):
        phones.request_role(store, guest, SCORER)
        phones.answer(store, host, number(store, guest), yes)
        assert opens(store, guest) == WATCHER


def test_what_was_asked_is_gone_once_it_is_given(store, host):
    """Nobody who says yes late takes the host's link from who has opened it meanwhile."""
    _, scoring, watching = common(store, host)
    guest, scorer = visit(store, watching), visit(store, scoring)
    phones.request_role(store, guest, SCORER)
    assert visit(store, common(store, host)[0], guest.partition(".")[2]) == guest
    phones.answer(store, scorer, number(store, guest), True)
    assert opens(store, guest) == HOST


def test_a_name_that_is_taken_and_a_closed_door(store, host):
    _, scoring, watching = common(store, host)
    after_saying(store, visit(store, scoring), PAUL)
    guest, second = visit(store, watching), visit(store, watching)
    for name in ("Anne", "  PAUL "):
        with pytest.raises(phones.PhoneNameTaken):
            phones.save_phone_name(store, guest, name.strip(), a_key())
    phones.save_phone_name(store, guest, "Piotr", a_key())
    with pytest.raises(phones.PhoneNameTaken):
        phones.save_phone_name(store, second, "piotr", a_key())
    phones.request_role(store, second, SCORER)
    phones.let_ask(store, host, False)
    assert not any(phone.asks for phone in phones.list_phones(store, Phone(store, watching).table.id))
    with pytest.raises(phones.NoRequests):
        phones.request_role(store, guest, SCORER)
    with pytest.raises(MayNot):
        phones.let_ask(store, guest, True)
    phones.let_ask(store, host, True)
    phones.request_role(store, guest, SCORER)
    (asking,) = [phone for phone in phones.list_phones(store, Phone(store, watching).table.id) if phone.asks]
    assert (asking.name, asking.role, asking.asks) == ("Piotr", WATCHER, SCORER)


def test_a_phone_without_cookies_gets_its_own_link_by_its_name(store, host):
    """Once for a request; the common link stays as it is."""
    _, _, watching = common(store, host)
    write_key = a_key()
    own = phones.save_phone_name(store, watching, "Piotr", write_key)
    assert own == phones.save_phone_name(store, watching, "Piotr", write_key) != watching
    phones.request_role(store, watching, SCORER)
    phones.request_role(store, own, SCORER)
    (asking,) = [phone for phone in phones.list_phones(store, Phone(store, own).table.id) if phone.asks]
    phones.answer(store, host, asking.id, True)
    assert (opens(store, own), opens(store, watching)) == (SCORER, WATCHER)
