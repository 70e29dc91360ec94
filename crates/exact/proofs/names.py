"""Stones of named setups, without any code of the program `pasang`.

`rows_of(NAME)` returns the rows, the highest first, or None for a free name. Reserved are the names of `setups`,
`fourfold-SIDE-NUMBER`, `generated-SYMMETRY-SEED-NUMBER`, and `mirror:` and one of these.
"""
import hashlib
import re
import struct
from math import comb
from pathlib import Path

SETUPS = Path(__file__).resolve().parents[3] / "setups"

# Images of a point under each symmetry, relative to the centre.
TURNS = [lambda x, y: (x, y), lambda x, y: (-y, x), lambda x, y: (-x, -y), lambda x, y: (y, -x)]
COLUMN, ROW = lambda x, y: (-x, y), lambda x, y: (x, -y)
RISING, FALLING = lambda x, y: (y, x), lambda x, y: (-y, -x)
SYMMETRIES = {
    "none": TURNS[:1], "half-turn": TURNS[::2], "mirror-column": [TURNS[0], COLUMN],
    "mirror-row": [TURNS[0], ROW], "mirror-rising": [TURNS[0], RISING], "mirror-falling": [TURNS[0], FALLING],
    "axes": TURNS[::2] + [COLUMN, ROW], "diagonals": TURNS[::2] + [RISING, FALLING], "fourfold": TURNS,
    "full": TURNS + [COLUMN, ROW, RISING, FALLING],
}


def rows_of(name):
    word = name.removeprefix("mirror:")
    rows = shipped(word) or fourfold(word) or generated(word)
    return [row[::-1] for row in rows] if rows and word != name else rows


def shipped(name):
    if not re.fullmatch(r"catalogue-(0[1-9]|[12][0-9]|3[0-9])|bell-chequer", name):
        return None
    lines = (SETUPS / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    return [line for line in lines if re.fullmatch("[bw_]{11}", line)]


def numbers(pattern, name):
    """Returns the groups of a name that matches this pattern; a number has one spelling."""
    match = re.fullmatch(pattern.replace("N", "(0|[1-9][0-9]{0,19})"), name)
    return match.groups() if match else None


def orbits(symmetries, points):
    """Returns the orbits of points under symmetries, in the order of their first ones."""
    seen = set()
    for point in points:
        if point not in seen and point != (0, 0):
            orbit = {symmetry(*point) for symmetry in symmetries}
            seen |= orbit
            yield orbit


def drawn(half, black):
    """Returns the rows, from the black points."""
    span = range(-half, half + 1)
    sign = lambda point: "_" if point == (0, 0) else "b" if point in black else "w"
    return ["".join(sign((x, y)) for x in span) for y in reversed(span)]


def fourfold(name):
    """Returns a numbered pattern: half of the orbits are black, in lexicographic order of the black ones."""
    side, number = numbers("fourfold-(5|7|9|11)-N", name) or (0, 0)
    half, number = int(side) // 2, int(number)
    points = [(x, y) for y in range(half, -half - 1, -1) for x in range(-half, half + 1)]
    left = list(orbits(TURNS, points))
    wanted, black = len(left) // 2, set()
    if not left or number >= comb(len(left), wanted):
        return None
    while left:
        orbit, ways = left.pop(0), comb(len(left), wanted - 1) if wanted else 0
        if number < ways:
            wanted, black = wanted - 1, black | orbit
        else:
            number -= ways
    return drawn(half, black)


def generated(name):
    """Returns a generated pattern: coins for the orbits, until 60 of each colour and exactly the wanted symmetry."""
    words = "|".join(SYMMETRIES)
    symmetry, seed, number = numbers(f"generated-({words})-N-N", name) or (None, 0, 0)
    seed, number = int(seed), int(number)
    if not symmetry or seed >= 2**63 or not 0 < number < 2**64:
        return None
    flips, points = coins(seed, symmetry, number), [(x, y) for y in range(-5, 6) for x in range(-5, 6)]
    each, size = list(orbits(SYMMETRIES[symmetry], points)), len(SYMMETRIES[symmetry])
    while True:
        black = set().union(*[orbit for orbit in each if not next(flips)])
        same = sum({move(*point) for point in black} == black for move in SYMMETRIES["full"])
        if len(black) == 60 and same == size:
            return drawn(5, black)


def coins(seed, symmetry, number):
    """Yields the highest bits of ChaCha8 numbers; the key is a digest, the nonce the setup's number."""
    text = b"pasang random numbers 1" + struct.pack("<Q", seed)
    for part in (b"setup", symmetry.encode()):
        text += struct.pack("<Q", len(part)) + part
    key, counter = struct.unpack("<8I", hashlib.sha256(text).digest()), 0
    while True:
        start = [*struct.unpack("<4I", b"expand 32-byte k"), *key, *struct.unpack("<4I", struct.pack("<QQ", counter, number))]
        words = start[:]
        for shift in (0, 1) * 4:
            for column in range(4):
                a, b, c, d = (4 * row + (column + row * shift) % 4 for row in range(4))
                for into, other, mixed, turn in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    words[into] = (words[into] + words[other]) % 2**32
                    mix = words[mixed] ^ words[into]
                    words[mixed] = (mix << turn | mix >> 32 - turn) % 2**32
        yield from ((word + first) % 2**32 >> 31 for word, first in zip(words, start))
        counter += 1
