import collections
import time

import pytest

T = {}


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_protocol(item, nextitem):
    a = time.process_time()
    yield
    T[item.nodeid] = time.process_time() - a


def pytest_sessionfinish(session):
    with open("/tmp/tw/cpu.txt", "w") as f:
        for k, v in sorted(T.items(), key=lambda x: -x[1]):
            f.write(f"{v:.2f} {k}\n")
        c = collections.Counter()
        for k, v in T.items():
            c[k.split("::")[0]] += v
        for k, v in c.most_common():
            f.write(f"F {v:.2f} {k}\n")
        f.write(f"sum {sum(T.values())} {time.process_time()}")
