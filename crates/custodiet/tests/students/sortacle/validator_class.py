# correct
class SortValidator:
    """Collects the reasons why an output is wrong."""

    def __init__(self, people_in, people_out):
        self.people_in = people_in
        self.people_out = people_out
        self.reasons = []

    def check_size(self):
        if len(self.people_in) != len(self.people_out):
            self.reasons.append("sizes differ")

    def check_members(self):
        for p in self.people_in + self.people_out:
            if self.people_in.count(p) != self.people_out.count(p):
                self.reasons.append(f"{p.name} ({p.age}) is listed {self.people_out.count(p)} times")

    def check_order(self):
        oldest = None
        for p in self.people_out:
            if oldest is None or p.age >= oldest:
                oldest = p.age
            else:
                self.reasons.append(f"{p.name} is too young")

    @property
    def valid(self):
        return not self.reasons


def is_valid(people_in, people_out):
    v = SortValidator(people_in, people_out)
    v.check_size()
    v.check_members()
    v.check_order()
    return v.valid
