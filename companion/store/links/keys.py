"""Keys: what is stored of them, and keys made out of others."""

from __future__ import annotations

import base64
import hashlib


def hashed(key: str) -> str:
    """What is stored of a key: who reads the file can't open a table with it."""
    return hashlib.sha256(key.encode("utf-8", "surrogatepass")).hexdigest()


def derived(key: str, use: str) -> str:
    """A key of 128 bits that only the holder of ``key`` can work out; always the same for the same use."""
    digest = hashlib.blake2b(f"{use}:{key}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return base64.urlsafe_b64encode(digest).decode().rstrip("=")
