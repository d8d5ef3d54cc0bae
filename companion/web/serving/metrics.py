"""Figures for Prometheus, where they are wished: at a port that only this computer itself reaches.

The package ``prometheus_client`` comes with ``fool-companion[metrics]``.
"""

from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from prometheus_client import CollectorRegistry, start_http_server
from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from companion import __version__
from companion.store.trouble import free_space
from companion.store.upkeep.overview import size
from companion.web.serving.figures import LONGER, STATUSES, WITHIN, Figures

HERE = "127.0.0.1"


def offer(port: int, figures: Figures, path: Path) -> str:
    """Give the figures to whoever asks on this computer, in a thread; the address. Raises OSError."""
    registry = CollectorRegistry()
    registry.register(Told(figures, path))
    server, _ = start_http_server(port, HERE, registry)
    return f"http://{HERE}:{server.server_port}/metrics"


class Told(Collector):
    """The figures of all processes, read when somebody asks, and the room that a database takes and has."""

    def __init__(self, figures: Figures, path: Path) -> None:
        self.figures, self.path = figures, path

    def collect(self) -> Iterator[Metric]:
        """As Prometheus has them."""
        found = self.figures
        yield InfoMetricFamily("companion", "The companion.", {"version": __version__})
        yield GaugeMetricFamily("companion_phones", "Phones at tables that hear of changes at once.", found["phones"])
        yield GaugeMetricFamily("companion_connections", "Open connections.", found["connections"])
        requests = CounterMetricFamily("companion_requests", "Requests, by status.", labels=["status"])
        for status in STATUSES:
            requests.add_metric([status], found[status])
        yield requests
        yield CounterMetricFamily("companion_sent_bytes", "Bytes of answers, without their heads.", found["bytes"])
        within = [*map(str, WITHIN), LONGER]
        counts = accumulate(found[each] for each in within)
        yield HistogramMetricFamily(
            "companion_request_seconds",
            "How long requests took, but for streams.",
            buckets=list(zip([*within[:-1], "+Inf"], counts, strict=True)),
            sum_value=found["seconds"],
        )
        yield GaugeMetricFamily("companion_database_bytes", "Size of the database with its log.", size(self.path))
        yield GaugeMetricFamily("companion_disk_free_bytes", "What is free on its disk.", free_space(self.path))
