"""Writes `unicode.bin`, and prints the tables of `unicode.rs`.

To be run by a CPython whose `unicodedata` has version 14.0.0, that of Python 3.11.
"""

import pathlib
import struct
import unicodedata

assert unicodedata.unidata_version == "14.0.0", unicodedata.unidata_version

CHARS = [chr(point) for point in range(0x110000) if not 0xD800 <= point < 0xE000]


def facts(char):
    # A final sigma follows a cased letter; what is ignorable may stand between.
    cased = (char + "Σ").lower()[-1] == "ς"
    flags = [
        char.isalpha(),
        char.isdecimal(),
        char.isdigit(),
        char.isnumeric(),
        char.isspace(),
        char.islower(),
        char.isupper(),
        unicodedata.category(char) == "Lt",
        char.isprintable(),
        char.isidentifier(),
        ("a" + char).isidentifier(),
        len(("a" + char + "a").splitlines()) > 1,
        not cased and ("a" + char + "Σ").lower()[-1] == "ς",
        unicodedata.category(char) != "Cn",
    ]
    return sum(1 << bit for bit, flag in enumerate(flags) if flag)


def main():
    runs, kinds, last = [], [], None
    for char in CHARS:
        flags = facts(char)
        if flags not in kinds:
            kinds.append(flags)
        if flags != last:
            runs.append(ord(char) << 8 | kinds.index(flags))
            last = flags
    here = pathlib.Path(__file__).parent
    (here / "unicode.bin").write_bytes(b"".join(struct.pack("<I", run) for run in runs))
    print("KINDS", ", ".join(f"{kind:#x}" for kind in kinds))
    escaped = lambda text: "".join(f"\\u{{{ord(char):x}}}" for char in text)
    for name, function, plain in [("TITLE", str.title, str.upper), ("FOLD", str.casefold, str.lower)]:
        print(name, " ".join(escaped(char + function(char)) for char in CHARS if function(char) != plain(char)))


main()
