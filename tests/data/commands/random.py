"""Computes the random numbers that src/random.rs must draw, without any of its libraries:

    python3 tests/data/commands/random.py > tests/data/commands/random.txt

ChaCha with 8 rounds is written out after D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008), and
checked against the published key streams of J. Strombergson's test vectors (2013, TC1 and TC2);
numbers below n after D. Lemire, "Fast random integer generation in an interval" (2019), with
division in place of its trick; the shuffle after R. Fisher and F. Yates. SHA-256 is Python's own.
"""

import hashlib
import struct

MASK = 0xFFFFFFFF


def block(key, counter, nonce):
    """Sixteen words: 256 bits of key, 64 of counter, 64 of nonce."""

    def split(number):
        return [number & MASK, number >> 32]

    start = list(struct.unpack("<4I", b"expand 32-byte k"))
    start += struct.unpack("<8I", key)
    start += split(counter) + split(nonce)
    words = start[:]

    def quarter(a, b, c, d):
        for into, other, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            words[into] = (words[into] + words[other]) & MASK
            mix = words[mixed] ^ words[into]
            words[mixed] = (mix << turn | mix >> (32 - turn)) & MASK

    for _ in range(4):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            down = [4 * row + (column + row) % 4 for row in range(4)]
            quarter(*down)
    return [(word + first) & MASK for word, first in zip(words, start)]


def published():
    def first(key):
        return struct.pack("<16I", *block(key, 0, 0)).hex()

    zero = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e"
    one = "cf5ee9a0494aa9613e05d5ed725b804b12f4a465ee635acc3a311de8740489ea"
    assert first(bytes(32)).startswith(zero)
    assert first(b"\x01" + bytes(31)).startswith(one)


class Stream:
    def __init__(self, key, number):
        self.key, self.number = key, number
        self.blocks, self.words = 0, []
        self.rejected = 0

    def u32(self):
        if not self.words:
            self.words = block(self.key, self.blocks, self.number)
            self.blocks += 1
        return self.words.pop(0)

    def u64(self):
        low = self.u32()
        return self.u32() << 32 | low

    def below(self, n, bits):
        draw = {32: self.u32, 64: self.u64}[bits]
        while True:
            product = draw() * n
            if product % 2**bits >= 2**bits % n:
                return product >> bits
            self.rejected += 1

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1, 32)
            items[last], items[other] = items[other], items[last]


def key_of(seed, parts):
    text = b"pasang random numbers 1" + struct.pack("<Q", seed)
    for part in parts:
        text += struct.pack("<Q", len(part)) + part
    return hashlib.sha256(text).digest()


def main():
    published()
    print("# Made by random.py beside this file. Lines: a key (seed, parts in hex, digest), a stream")
    print("# of the last key, and in order what is drawn from the last stream.")
    keys = [
        (0, []),
        (0, [b""]),
        (0, [b"bench"]),
        (2026, [b"a", b"bc"]),
        (2026, [b"ab", b"c"]),
        (2**63 - 1, [b"game", bytes(range(256)), b""]),
        (2**64 - 1, [b"x" * 1000]),
    ]
    rejected = {32: 0, 64: 0}
    for seed, parts in keys:
        key = key_of(seed, parts)
        print("key", seed, "/".join(part.hex() for part in parts) if parts else "-", key.hex())
        for number in (0, 1, 2**32, 2**64 - 1):
            stream = Stream(key, number)
            print("stream", number)
            # Odd counts of words, so that 64 bits are drawn across blocks and across the four
            # blocks that a library may keep.
            for n in (1, 2, 3, 10, 121, 3 * 2**30, 2**31 + 1, 2**32 - 1):
                print("below", n, *(stream.below(n, 32) for _ in range(5)))
            rejected[32] += stream.rejected
            before = stream.rejected
            for n in (1, 6, 10**12, 3 * 2**62, 2**63 + 1, 2**64 - 1):
                print("below_u64", n, *(stream.below(n, 64) for _ in range(5)))
            rejected[64] += stream.rejected - before
            for length in (0, 1, 2, 5, 120):
                items = list(range(length))
                stream.shuffle(items)
                print("shuffle", length, *items)
            print("below_u64", 2**63 + 1, *(stream.below(2**63 + 1, 64) for _ in range(40)))
            print("below", 3 * 2**30, *(stream.below(3 * 2**30, 32) for _ in range(40)))
    # Draws that have to be drawn anew are among them.
    assert rejected[32] > 20 and rejected[64] > 20, rejected


main()
