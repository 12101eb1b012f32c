import unittest

import pytest


def is_valid(kind, value):
    return True


def test_is_valid():
    assert not is_valid("value", 1)


@pytest.mark.parametrize("value", [1, 2])
def test_many(value):
    assert not is_valid("value", value)


class Tests(unittest.TestCase):
    def test_is_valid(self):
        self.assertFalse(is_valid("value", 1))


assert not is_valid("value", 1)
test_is_valid()
print(is_valid("value", 1))

if __name__ == "__main__":
    unittest.main()
