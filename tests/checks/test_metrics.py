"""``--metrics``: figures for Prometheus, of all processes, for this computer only."""

import re
import socket
import time
from contextlib import ExitStack, closing

import pytest
from prometheus_client.parser import text_string_to_metric_families

from companion import __version__
from companion.web.serving.addresses import own_address
from tests.command import one_plain_line
from tests.server import Ear, Server, ask, start_table

pytestmark = pytest.mark.thorough

WHERE = re.compile(r"^Figures for Prometheus, on this computer only: (http://127\.0\.0\.1:(\d+))/metrics$", re.M)
NOT_FOUND = ("companion_requests_total", "4xx")


@pytest.fixture(scope="module")
def watched(tmp_path_factory):
    """Two processes, when those are counted who looked whether they answer."""
    server = Server(tmp_path_factory.mktemp("watched"), "--metrics", "0", "--workers", "2")
    server.figures, port = WHERE.search(server.told).groups()
    server.figures_port = int(port)
    before, found = None, {}
    while not found or found != before:
        time.sleep(0.25)
        before, found = found, {name: value for name, value in figures(server).items() if "requests" in name[0]}
    yield server
    server.kill()


def figures(watched):
    """Every figure that is told: by its name and, where it has any, the values of its labels."""
    status, _, told = ask(f"{watched.figures}/metrics")
    assert status == 200
    return {
        (sample.name, *sample.labels.values()): sample.value
        for family in text_string_to_metric_families(told)
        for sample in family.samples
    }


def soon(watched, name, value):
    """Whether a figure gets this value in a while."""
    for _ in range(100):
        if figures(watched)[name] == value:
            return True
        time.sleep(0.05)
    return False


def test_requests_of_all_processes_are_counted_but_for_those_for_the_health(watched):
    before = figures(watched)
    table = start_table(watched)
    for _ in range(20):
        assert ask(f"{watched.address}{table}")[0] == 200
        assert ask(f"{watched.address}/health")[0] == 200
        assert ask(f"{watched.address}/nowhere")[0] == 404
    assert soon(watched, NOT_FOUND, before[NOT_FOUND] + 20)
    found = figures(watched)
    grown = {name: value - before[name] for name, value in found.items()}
    assert grown["companion_requests_total", "2xx"] == 20
    assert grown["companion_requests_total", "3xx"] == 1
    assert grown[("companion_request_seconds_count",)] == 41
    assert grown["companion_request_seconds_bucket", "+Inf"] == 41
    buckets = [found[name] for name in found if name[0] == "companion_request_seconds_bucket"]
    assert (buckets, len(buckets)) == (sorted(buckets), 6)
    assert 0 < grown[("companion_request_seconds_sum",)] < 60
    assert grown[("companion_sent_bytes_total",)] > 20 * 1000
    assert found[("companion_database_bytes",)] > 100_000
    assert found[("companion_disk_free_bytes",)] > 0
    assert found["companion_info", __version__] == 1


def test_phones_and_connections_are_those_of_now(watched):
    table = start_table(watched)
    with ExitStack() as phones:
        for _ in range(6):
            assert phones.enter_context(closing(Ear(watched.port, table))).hears() == ("", "1")
        assert figures(watched)[("companion_phones",)] == 6
        assert soon(watched, ("companion_connections",), 6)
        answered = figures(watched)[("companion_request_seconds_count",)]
    assert soon(watched, ("companion_phones",), 0)
    assert figures(watched)[("companion_request_seconds_count",)] == answered, "nobody waited for a stream"


def test_no_other_computer_asks_and_no_secret_is_told(watched):
    """They lie at a port of their own, which no proxy leads to, and which listens on the loopback address alone."""
    if own := own_address():
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((own, watched.figures_port), timeout=5)
    assert ask(f"{watched.address}/metrics")[0] == 404
    table = start_table(watched)
    ask(f"{watched.address}{table}")
    assert table[3:9] not in ask(f"{watched.figures}/metrics")[2]


def test_a_port_that_is_taken_is_one_plain_line(companion, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        told = one_plain_line(companion("--host", "127.0.0.1", "--port", "0", "--data", tmp_path, "--metrics", port))
    assert told == f"Can't give figures at port {port}: Address already in use. Try another --metrics."
