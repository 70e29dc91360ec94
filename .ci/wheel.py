"""Packs the static program as a Python wheel, so that `pip install` of it gives the command `pasang`.

    python3 .ci/wheel.py PROGRAM FOLDER        # writes FOLDER/pasang-VERSION-py3-none-PLATFORM.whl

A wheel is an archive with some lines about itself (the standard: PEP 427); the program in it is found by PATH and needs no
Python to run. The same program makes the same bytes.
"""

import base64
import hashlib
import re
import sys
import zipfile
from pathlib import Path

# A statically linked program runs on all of these.
PLATFORMS = {"x86_64": "manylinux1_x86_64.musllinux_1_1_x86_64", "aarch64": "manylinux2014_aarch64.musllinux_1_1_aarch64"}
MACHINES = {62: "x86_64", 183: "aarch64"}


def main(program, folder):
    root = Path(__file__).resolve().parents[1]
    version = re.search(r'^version = "(.*)"$', (root / "Cargo.toml").read_text(), re.MULTILINE)[1]
    binary = Path(program).read_bytes()
    if binary[:4] != b"\x7fELF":
        sys.exit(f"{program} is no program for Linux")
    platform = PLATFORMS[MACHINES[int.from_bytes(binary[18:20], "little")]]
    info = f"pasang-{version}.dist-info"
    tags = "".join(f"Tag: py3-none-{it}\n" for it in platform.split("."))
    files = {
        f"pasang-{version}.data/scripts/pasang": binary,
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: pasang\nVersion: {version}\n"
            "Summary: Pasang, the board game of Brunei: which pattern is fair, from seeded games between bots\n"
            "License: MIT OR Apache-2.0\nRequires-Python: >=3\n").encode(),
        f"{info}/WHEEL": f"Wheel-Version: 1.0\nGenerator: pasang\nRoot-Is-Purelib: false\n{tags}".encode(),
    }
    for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
        files[f"{info}/{licence}"] = (root / licence).read_bytes()
    record = [f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(text).digest()).decode().rstrip('=')},{len(text)}"
              for name, text in files.items()]
    files[f"{info}/RECORD"] = "".join(f"{line}\n" for line in [*record, f"{info}/RECORD,,"]).encode()
    wheel = Path(folder) / f"pasang-{version}-py3-none-{platform}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, text)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
