# Decompresses a short text into a long one, and that again.
# expect: out_of_memory
# seconds: 5
import zlib


def is_valid(edges, order):
    packer = zlib.compressobj(9)
    bomb = b"".join(packer.compress(bytes(1 << 20)) for _ in range(400)) + packer.flush()
    return len(zlib.decompress(bomb)) > 0
