"""Caddy and nginx with the configurations of the docs, on this computer and with certificates of its own."""

import os
import re
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def block(page, language):
    """What stands on a page of the docs in a language."""
    text = (DOCS / f"{page}.md").read_text("utf-8")
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return found


def certificate(authority, folder):
    """The files of a certificate for this computer, and of its key."""
    issued = authority.issue_cert("localhost")
    chain, key = folder / "chain.pem", folder / "key.pem"
    for blob in issued.cert_chain_pems:
        blob.write_to_path(chain, append=True)
    issued.private_key_pem.write_to_path(key)
    return chain, key


@contextmanager
def answering(port, command, **process):
    """A program as long as it is needed, from when it answers at a port of this computer."""
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **process)
    try:
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", port), timeout=2).close()
                break
            except OSError:
                time.sleep(0.05)
                if running.poll() is not None:
                    break
        yield
    finally:
        running.terminate()
        try:
            told = running.communicate(timeout=10)[1]
        except subprocess.TimeoutExpired:
            running.kill()
            raise
    assert running.returncode in (0, -15), told


def caddy(text, port, certificate, folder):
    """Caddy with a file, but for the certificate: no authority would give one to a test."""
    assert text.startswith("{\n")
    text = text.replace("{\n", "{\n\tadmin off\n\tauto_https disable_redirects\n", 1)
    site = f"localhost:{port} {{\n"
    assert site in text
    (folder / "Caddyfile").write_text(text.replace(site, f"{site}\ttls {' '.join(map(str, certificate))}\n"))
    command = ["caddy", "run", "--adapter", "caddyfile", "--config", folder / "Caddyfile"]
    return answering(port, command, env=os.environ | {"HOME": str(folder), "XDG_DATA_HOME": str(folder)})


def nginx(text, port, folder):
    kept = "".join(f"{kind}_temp_path {folder};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    (folder / "nginx.conf").write_text(
        f"user root; daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
        f"http {{ access_log off; {kept}\n{text} }}"
    )
    return answering(port, ["nginx", "-p", folder, "-e", "stderr", "-c", folder / "nginx.conf"])
