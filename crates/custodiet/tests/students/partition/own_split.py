# correct
from dataclasses import dataclass
from typing import List


@dataclass
class Split:
    before: List[int]
    after: List[int]

    def __len__(self):
        return len(self.before) + len(self.after)

    def well_placed(self, pivot: int) -> bool:
        return max(self.before, default=pivot - 1) < pivot <= min(self.after, default=pivot)


def is_valid(numbers: List[int], pivot: int, split: Split) -> bool:
    if len(split) != len(numbers) or not split.well_placed(pivot):
        return False
    together = split.before + split.after
    return all(numbers.count(x) == together.count(x) for x in set(numbers))
