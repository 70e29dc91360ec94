#!/usr/bin/env python3
"""Checks a program or a module for macOS: its ad hoc signature, page by page, without which ARM starts nothing; and that it needs
nothing but the system's libraries.

    .ci/signed.py PROGRAM
"""

import hashlib
import struct
import sys

program = open(sys.argv[1], "rb").read()
magic, cpu, _, kind, count, _ = struct.unpack_from("<6I", program)
assert magic == 0xFEEDFACF and kind in (2, 6), "no program or module for macOS of 64 bits"
commands, at = {}, 32
for _ in range(count):
    command, size = struct.unpack_from("<2I", program, at)
    commands.setdefault(command, []).append(program[at : at + size])
    at += size
for library in commands[0x0C]:  # LC_LOAD_DYLIB
    path = library[struct.unpack_from("<I", library, 8)[0] :].rstrip(b"\0").decode()
    assert path.startswith(("/usr/lib/", "/System/Library/")), f"it needs {path}"
is_arm = cpu == 0x0100000C
assert is_arm or cpu == 0x01000007, f"unknown processor {cpu:x}"
(least,) = struct.unpack_from("<I", commands[0x32][0], 12)  # LC_BUILD_VERSION
words = f"{sys.argv[1]}: {len(program)} bytes, macOS {least >> 16}.{least >> 8 & 255} or later"
if 0x1D not in commands and not is_arm:
    print(f"{words}, unsigned")
    sys.exit()
start, size = struct.unpack_from("<2I", commands[0x1D][0], 8)  # LC_CODE_SIGNATURE
blob = program[start : start + size]
magic, _, count = struct.unpack_from(">3I", blob)
assert magic == 0xFADE0CC0, "no signature"
places = dict(struct.unpack_from(">2I", blob, 12 + 8 * index) for index in range(count))
directory = blob[places[0] :]
magic, _, _, flags, hashes, _, _, slots, limit = struct.unpack_from(">9I", directory)
hash_size, hash_kind, _, page = struct.unpack_from("4B", directory, 36)
assert (magic, hash_kind, hash_size) == (0xFADE0C02, 2, 32), "no directory of SHA-256"
assert flags & 2, "not signed ad hoc"
pages = [program[at : min(at + (1 << page), limit)] for at in range(0, limit, 1 << page)]
assert limit == start and slots == len(pages), "the signature is of another file"
for number, bytes_of in enumerate(pages):
    found = directory[hashes + 32 * number :][:32]
    assert found == hashlib.sha256(bytes_of).digest(), f"page {number} differs from its signature"
print(f"{words}, {slots} pages signed")
