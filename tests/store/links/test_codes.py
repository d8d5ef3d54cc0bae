"""Short codes: read out across the table, good for a day, and not to be guessed."""

from contextlib import closing

from companion.store.database import Store
from companion.store.links import links
from companion.store.links.links import CODE_LENGTH, CODE_LETTERS, WATCHER
from tests.store.builders import a_key, a_table


def offered(store, phone):
    return links.ensure_code(store, phone.table.id)


def test_guessing_is_hopeless(store):
    """By the number of codes alone: ten letters that nobody mixes up; the sum in the module says what that is worth."""
    phone = a_table(store)
    code = offered(store, phone)
    assert (len(code), set(code) <= set(CODE_LETTERS)) == (CODE_LENGTH, True)
    assert not set("0O1I") & set(CODE_LETTERS)
    assert code == offered(store, phone)  # whoever looks twice reads the same
    assert code != offered(store, a_table(store))


def test_it_may_be_typed_as_it_is_heard():
    """With spaces and dashes, in small letters; what can be no code is refused without a look at the tables."""
    for typed in (" K7P2M XQ9RT ", "K7P2M-XQ9RT", "k7p2m–xq9rt", "k7p2mxq9rt", "k 7 p 2 m x q 9 r t"):
        assert links.read_code(typed) == "K7P2MXQ9RT", typed
    wrong = ["", "K7P2MX", "K7P2MXQ9RTABCDEFGHJ", "Ä7P2MXQ9RT", "A" * 1000, *(f"K7P2MXQ9R{end}" for end in "0O1I")]
    assert [links.read_code(typed) for typed in wrong] == [None] * len(wrong)


def test_it_gives_the_watchers_link_and_a_wrong_one_none(store):
    """Which writes nothing: while somebody else is writing, who had to wait would wait for ever."""
    phone = a_table(store)
    code = offered(store, phone)
    wrong = code[:-1] + next(letter for letter in CODE_LETTERS if letter != code[-1])
    with closing(Store(store.path)) as other, other.writing():
        opened = links.find_link(store, links.find_key_by_code(store, code))
        assert (opened.table_id, opened.role) == (phone.table.id, WATCHER)
        assert links.find_key_by_code(store, wrong) is None


def test_it_is_good_for_a_day_and_ends_with_the_tables_links(store):
    """Then the share screen shows another; who watches by the first one goes on."""
    phone = a_table(store)
    code = offered(store, phone)
    key = links.find_key_by_code(store, code)
    store.db.execute("UPDATE links SET created_at = strftime('%Y-%m-%dT%H:%M:%S', created_at, '-25 hours')")
    assert links.find_code(store, phone.table.id) is None
    assert links.find_key_by_code(store, code) is None
    assert links.find_link(store, key).role == WATCHER
    other = offered(store, phone)
    links.replace_links(store, phone.address, a_key())
    assert links.find_key_by_code(store, other) is None
    assert len({code, other, offered(store, phone)}) == 3
