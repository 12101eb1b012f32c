"""Random function bodies: one expression, or statements."""

from expressions import BOOL, INT, Expressions, hashable, orderable


class Bodies(Expressions):
    """Every form returns its lines, or `None` if the parameters have nothing that fits."""

    def body(self, d, result=BOOL):
        form = self.rng.choice(
            [self.returned] * 5
            + [
                self.accumulated,
                self.remembered,
                self.seen,
                self.tallied,
                self.early,
                self.guarded,
                self.unpacked,
                self.counted_down,
                self.made_in_place,
                self.gathered,
                self.gathered,
                self.grouped,
                self.nested,
            ]
        )
        lines = (form(d) if result == BOOL else None) or [
            f"return {self.number(d) if result == INT else self.truth(d)}"
        ]
        return "".join(f"    {line}\n" for line in lines)

    def returned(self, d):
        return [f"return {self.truth(d)}"]

    def accumulated(self, d):
        found = self.iterable(d)
        if not found:
            return None
        total = self.name()
        with self.bound(found[1]) as (target, _):
            self.env.append((total, INT))
            step = self.pick(
                f"{total} += {self.number(1)}",
                f"{total} = {total} * 2 + {self.number(1)}",
                f"{total} = {self.number(1)}",
            )
            when = [f"    if {self.truth(1)}:", f"        {step}"] if self.chance(0.5) else [f"    {step}"]
        self.env.append((total, INT))
        last = f"return {total} {self.pick('<', '==', '>=')} {self.number(1)}"
        self.env.pop()
        return [f"{total} = 0", f"for {target} in {found[0]}:", *when, last]

    def remembered(self, d):
        """The last one that was seen."""
        found = self.iterable(d)
        if not found:
            return None
        last = self.name()
        with self.bound(found[1], simple=True) as (target, _):
            when = self.truth(1)
        value = self.value(found[1], 1)
        if not value:
            return None
        return [
            f"{last} = None",
            f"for {target} in {found[0]}:",
            f"    if {when}:",
            f"        {last} = {target}",
            f"return {last} is None or {last} == {value}",
        ]

    def seen(self, d):
        found = self.iterable(d, hashable)
        if not found:
            return None
        seen = self.name()
        with self.bound(found[1], simple=True) as (target, _):
            self.env.append((seen, ("set", found[1])))
            when = self.pick(f"{target} in {seen}", self.truth(1))
            answer = self.pick("False", "True", self.truth(1))
        self.env.append((seen, ("set", found[1])))
        last = self.pick("True", self.truth(1))
        self.env.pop()
        return [
            f"{seen} = set()",
            f"for {target} in {found[0]}:",
            f"    if {when}:",
            f"        return {answer}",
            f"    {seen}.add({target})",
            f"return {last}",
        ]

    def tallied(self, d):
        found = self.iterable(d, hashable)
        if not found:
            return None
        tally = self.name()
        with self.bound(found[1], simple=True) as (target, _):
            step = self.pick(
                f"{tally}[{target}] = {tally}.get({target}, 0) + {self.number(0)}",
                f"{tally}[{target}] = len({tally})",
                f"{tally}.setdefault({target}, {self.number(1)})",
            )
        self.env.append((tally, ("dict", found[1], INT)))
        self.env.append(self.env[-1])
        last = f"return {self.truth(2)}"
        del self.env[-2:]
        return [f"{tally} = {{}}", f"for {target} in {found[0]}:", f"    {step}", last]

    def early(self, d):
        """Leaves a loop early."""
        found = self.iterable(d)
        if not found:
            return None
        with self.bound(found[1]) as (target, _):
            lines = [f"    if {self.truth(1)}:", f"        {self.pick('return', 'return', 'continue', 'break')}"]
            if lines[1].endswith("return"):
                lines[1] += f" {self.pick('True', 'False', self.truth(1))}"
            lines.append(f"    {self.pick('return ' + self.truth(1), f'assert {self.truth(0)}', 'pass')}")
        return [f"for {target} in {found[0]}:", *lines, f"return {self.pick('True', 'False', self.truth(0))}"]

    def guarded(self, d):
        stop = self.pick("return True", "return False", 'raise ValueError("no")', f"assert {self.truth(0)}")
        return [f"if {self.truth(1)}:", f"    {stop}", f"return {self.truth(d)}"]

    def unpacked(self, d):
        found = self.reach(lambda t: t[0] in ("list", "unord"))
        if not found:
            return None
        names = [(self.name(), found[1][1]) for _ in range(self.pick(1, 2, 2))]
        guard = [f"if len({found[0]}) != {len(names)}:", f"    return {self.truth(0)}"] if self.chance(0.6) else []
        self.env += names
        last = f"return {self.truth(d)}"
        del self.env[-len(names) :]
        return [*guard, f"{', '.join(name for name, _ in names)}, = {found[0]}", last]

    def counted_down(self, d):
        found = self.reach(lambda t: t[0] in ("list", "unord"))
        if not found:
            return None
        i = self.name()
        self.env += [(i, INT), (f"{found[0]}[{i}]", found[1][1])] * 2
        when = self.truth(1)
        del self.env[-4:]
        return [
            f"{i} = 0",
            f"while {i} < len({found[0]}):",
            f"    if {when}:",
            f"        return {self.pick('True', 'False')}",
            f"    {i} += 1",
            f"return {self.truth(0)}",
        ]

    def made_in_place(self, d):
        found = self.reach(lambda t: t[0] in ("list", "unord"))
        if not found:
            return None
        made = self.name()
        steps = [f"{made}.reverse()", f"{made}.append({made}[0])", f"del {made}[0]"]
        value = self.value(found[1][1], 0)
        steps += [f"{made}.insert(0, {value})", f"{made}.remove({value})"] if value else []
        steps += [f"{made}.sort()"] * 2 if orderable(found[1][1]) else []
        self.env += [(made, ("list", found[1][1]))] * 2
        last = f"return {self.truth(1)}"
        del self.env[-2:]
        return [f"{made} = list({found[0]})", self.rng.choice(steps), last]

    def gathered(self, d):
        """A list or set, built element by element."""
        found = self.iterable(d)
        if not found:
            return None
        made, is_set = self.name(), self.chance(0.5)
        with self.bound(found[1]) as (target, _):
            reached = self.reach(lambda t: hashable(t) or not is_set)
            item, t = reached if reached and self.chance(0.6) else (self.number(1), INT)
            lines = [f"    {made}.{'add' if is_set else 'append'}({item})"]
            if self.chance(0.5):
                lines = [f"    if {self.truth(1)}:", f"    {lines[0]}"]
                if is_set and self.chance(0.5):
                    lines += ["    else:", f"        {made}.discard({item})"]
        before = len(self.env)
        self.env += [(made, ("set" if is_set else "list", t))] * 3
        last = f"return {self.truth(2)}"
        del self.env[before:]
        return [f"{made} = {'set()' if is_set else '[]'}", f"for {target} in {found[0]}:", *lines, last]

    def grouped(self, d):
        """A dict of sets or lists."""
        found = self.iterable(d)
        if not found:
            return None
        made, is_set = self.name(), self.chance(0.5)
        with self.bound(found[1]) as (target, _):
            key, value = self.reach(hashable), self.reach(lambda t: hashable(t) or not is_set)
            if not key or not value:
                return None
        of_values = ("set" if is_set else "list", value[1])
        step = f"    {made}.setdefault({key[0]}, {'set()' if is_set else '[]'})"
        step += f".{'add' if is_set else 'append'}({value[0]})"
        before = len(self.env)
        self.env += [(made, ("dict", key[1], of_values))] * 3
        last = f"return {self.truth(2)}"
        del self.env[before:]
        return [f"{made} = {{}}", f"for {target} in {found[0]}:", step, last]

    def nested(self, d):
        """Two loops, one inside the other."""
        outer = self.iterable(d)
        if not outer:
            return None
        with self.bound(outer[1]) as (target, _):
            inside = self.iterable(1)
            if not inside:
                return None
            with self.bound(inside[1]) as (inner_target, _):
                when, answer = self.truth(1), self.pick("True", "False", self.truth(1))
        leave = self.pick(f"return {answer}", f"return {answer}", "break")
        lines = [f"    for {inner_target} in {inside[0]}:", f"        if {when}:", f"            {leave}"]
        return [f"for {target} in {outer[0]}:", *lines, f"return {self.pick('True', 'False', self.truth(1))}"]
