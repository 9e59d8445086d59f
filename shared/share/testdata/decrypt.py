"""Opens a stored share by the words of the specification alone.

Standard input: the share ID, the six digits, and the payload in hexadecimal.
"""
import hashlib
import sys

from argon2.low_level import Type, hash_secret_raw
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

share_id, number, payload = sys.stdin.read().split()
key = hash_secret_raw(
    secret=number.encode(),
    salt=hashlib.sha256(share_id.encode()).digest()[:16],
    time_cost=3,
    memory_cost=32 * 1024,  # KiB
    parallelism=1,
    hash_len=32,
    type=Type.ID,
)
payload = bytes.fromhex(payload)
nonce, ciphertext = payload[:12], payload[12:]
sys.stdout.buffer.write(AESGCM(key).decrypt(nonce, ciphertext, None))
