# correct
from dataclasses import dataclass, field


@dataclass
class Report:
    missing: list = field(default_factory=list)
    extra: list = field(default_factory=list)
    unordered: list = field(default_factory=list)

    def __bool__(self):
        return not (self.missing or self.extra or self.unordered)


def compare(people_in, people_out):
    report = Report()
    pool = list(people_in)
    for person in people_out:
        if person in pool:
            pool.remove(person)
        else:
            report.extra.append(person)
    report.missing = pool
    for i in range(1, len(people_out)):
        if people_out[i].age < people_out[i - 1].age:
            report.unordered.append(i)
    return report


def is_valid(people_in, people_out):
    return bool(compare(people_in, people_out))
