"""Whether people join a table by its code while somebody tries wrong ones, on a server of its own.

    python benchmarks/joining.py [--seconds 30] [--wrong 100]

Somebody tries so many wrong codes a second, for so long; meanwhile somebody joins with a right one every half second.
Prints how many were answered, the longest wait, and the median with ÷ its ratio to joining without wrong ones.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

from answer_times import new_table
from live_load import started

from companion.store.database import FILE_NAME, Store
from companion.store.links import codes, links
from companion.web.table.access import new_write_key

RIGHT_EVERY = 0.5  # seconds
ALONE = 20  # right codes before anybody tries wrong ones


def main() -> None:
    """Measure and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--seconds", type=int, default=30)
    options.add_argument("--wrong", type=int, default=100)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / FILE_NAME)
        code = codes.offer_code(store, links.share_link(store, new_table(store, 3), links.WATCHER))
        store.close()
        with started(folder) as run:
            asyncio.run(measure(run.port, code, chosen.seconds, chosen.wrong))


async def measure(port: int, code: str, seconds: int, wrong: int) -> None:
    """Join alone, then beside wrong tries."""
    alone = [await join(port, code) for _ in range(ALONE)]
    rng = random.Random(1)
    guesses = ("".join(rng.choices(codes.ALPHABET, k=codes.LENGTH)) for _ in range(seconds * wrong))
    trying = [asyncio.create_task(later(number / wrong, port, guess)) for number, guess in enumerate(guesses)]
    joining = [
        asyncio.create_task(later(number * RIGHT_EVERY, port, code)) for number in range(int(seconds / RIGHT_EVERY))
    ]
    rights, wrongs = await asyncio.gather(*joining), await asyncio.gather(*trying)
    usual = median(waited for _, waited in alone)
    for what, answers, status in (("right", rights, 303), ("wrong", wrongs, 404)):
        answered = sum(got == status for got, _ in answers)
        waits = [waited for _, waited in answers]
        told = f"median {median(waits):5.2f} s ÷ {median(waits) / usual:6.1f}   longest {max(waits):5.2f} s"
        print(f"{what} codes: {answered} of {len(answers)} answered by {status}   {told}", flush=True)


async def later(seconds: float, port: int, code: str) -> tuple[int, float]:
    """Try a code after so many seconds."""
    await asyncio.sleep(seconds)
    return await join(port, code)


async def join(port: int, code: str) -> tuple[int, float]:
    """Try a code on a connection of its own: the status of the answer, and how long it took."""
    began = time.monotonic()
    body = urlencode({"key": new_write_key(), "code": code}).encode()
    head = f"POST /joins HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nConnection: close\r\n"
    form = f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write((head + form).encode() + body)
    answer = await reader.read()
    writer.close()
    return int(answer.split(b" ", 2)[1]), time.monotonic() - began


if __name__ == "__main__":
    main()
