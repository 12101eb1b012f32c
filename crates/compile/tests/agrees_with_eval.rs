//! Generated programs with unknown literals: the circuit of each case, for every choice, says what `eval` says.
//!
//! `cargo run --release -p custodiet-compile --example blurred -- 0..200000` runs as many as one likes.

mod blur;

use blur::Tally;

/// About six cases a program, and up to eight choices a case.
const PROGRAMS: u64 = 5000;

#[test]
fn generated_programs() {
    // Two threads: circuits are independent of each other.
    let halves: Vec<Tally> = std::thread::scope(|scope| {
        let workers: Vec<_> = [0, 1].map(|half| scope.spawn(move || run(half))).into_iter().collect();
        workers.into_iter().map(|worker| worker.join().expect("a worker")).collect()
    });
    let disagreements: Vec<&String> = halves.iter().flat_map(|tally| &tally.disagreements).collect();
    assert!(disagreements.is_empty(), "{}", disagreements[0]);
    let cases: u64 = halves.iter().map(|tally| tally.cases).sum();
    let answers: u64 = halves.iter().map(|tally| tally.answers).sum();
    let refused: u64 = halves.iter().flat_map(|tally| tally.refused.values()).sum();
    assert!(answers >= 60_000, "only {answers} answers were compared");
    assert!(refused * 8 < cases, "{refused} cases have no circuit, {cases} have one");
}

fn run(half: u64) -> Tally {
    let mut tally = Tally::default();
    for seed in (half..PROGRAMS).step_by(2) {
        blur::compare(seed, &mut tally);
        if !tally.disagreements.is_empty() {
            break;
        }
    }
    tally
}

/// What generated programs brought to light, cut down.
#[test]
fn found_before() {
    let kept = [
        // A function that raises `StopIteration` ends `accumulate`.
        "from itertools import accumulate\n\ndef case_0():\n    seen = []\n    \
         for n in accumulate([1, 2, 3], lambda total, item: next(iter([])) if item == 2 else total):\n        \
         seen.append(n)\n    return seen\n",
        // Nothing but exceptions, on a path that cannot be taken.
        "def case_0():\n    d = {4: 2}\n    for n in (1, 2):\n        if n <= 2:\n            continue\n        \
         d.update(dict(1 for k in range(3) if n <= 1))\n    return d\n",
        // A generator that asks itself.
        "def case_0():\n    it = (x for x in [1, 2])\n    it = ([y for y in it] for x in [1, 2, 3])\n    return list(it)\n",
        "def case_0():\n    it = iter([1])\n    it = (next(it, 0) and x for x in [1, 2, 3])\n    return list(it)\n",
        // A dict, a set and a list that are updated from what looks at them.
        "def case_0():\n    d = {1: 2}\n    d.update((i + 7, k) for i, k in enumerate(d))\n    return d\n",
        "def case_0():\n    d = {1: 2}\n    d.update((k + n, 0) for n in [5, 6] for k in d)\n    return d\n",
        "def case_0():\n    s = {1}\n    s.update(x + 1 for x in s)\n    return s\n",
        "def case_0():\n    xs = [1, 2]\n    xs.extend(len(xs) for x in [1, 2, 3])\n    return xs\n",
        "from collections import Counter\n\ndef case_0():\n    c = Counter([1])\n    c.update(x + 1 for x in c)\n    return c\n",
        // The end of an iterator is only seen when it is asked once more.
        "def case_0():\n    d = {1: 2}\n    for a, b in zip([0, 0], (k for k in d)):\n        d[b + 5] = 0\n    return d\n",
        "def case_0():\n    xs = [1]\n    it = iter(xs)\n    for x in it:\n        if x < 5:\n            xs.append(x + 1)\n    return xs\n",
        // A negative count beyond the machine's word.
        "from collections import Counter\n\ndef case_0():\n    return list(Counter({6: -9223372036854775809}).elements())\n",
        // The type of a property.
        "class C:\n    @property\n    def p(self):\n        return 1\n\ndef case_0():\n    return type(C.p).__name__\n",
        // `__hash__` may raise where something is put into a set, and the first part of a tuple that does so decides.
        "class C:\n    def __init__(self, x):\n        self.x = x\n    def __hash__(self):\n        return hash(self.x)\n\n\
         def case_0():\n    return len({C(1), C([])})\n",
        "class C:\n    def __hash__(self):\n        raise KeyError\n\ndef case_0():\n    try:\n        \
         return {(C(), []): 1}\n    except KeyError:\n        return 2\n",
        "class C:\n    def __hash__(self):\n        return 'a'\n\ndef case_0():\n    return C() in set()\n",
        "class C:\n    def __init__(self):\n        self.x = 1\n    def __hash__(self):\n        return self.x\n\n\
         def case_0():\n    c = C()\n    s = {(c, 1)}\n    return (c, 1) in s and {(c, 1): 2}.pop((c, 1))\n",
        // A list whose sorting failed is half sorted.
        "def case_0():\n    xs = [8, 0, 0, []]\n    try:\n        xs.sort()\n    except TypeError:\n        pass\n    return xs\n",
        // A hash in an augmented assignment has no circuit; compiling it must end.
        "def case_0():\n    x = 1\n    x ^= hash((1, 2))\n    return x == x\n",
    ];
    let mut tally = Tally::default();
    for (number, source) in (0..).zip(kept) {
        blur::compare_source(number, source, 1, &mut tally);
        assert!(tally.disagreements.is_empty(), "{}", tally.disagreements[0]);
    }
    assert_eq!(tally.programs, 19);
}

/// The same with many choices of unknown literals.
#[test]
fn found_before_with_unknown_literals() {
    let kept = [
        // A list with elements left out that shrinks while it is iterated over.
        "def case_0():\n    ys = [x for x in [0, 2] if x]\n    n = 0\n    for y in ys:\n        n += 1\n        \
         ys.pop()\n    return n\n",
        "def case_0():\n    ys = [x for x in [2, 1, 0, 1] if x]\n    n = 0\n    for y in ys:\n        n = n * 3 + y\n        \
         if y == 1:\n            ys.pop()\n    return n\n",
        // A key that is deleted and put back: the dict looks as before, but Python notices.
        "def case_0():\n    d = {1: 0, 2: 0}\n    n = 0\n    try:\n        for k in d:\n            d[k] = d.pop(k)\n            \
         n += 1\n    except RuntimeError:\n        return 'changed'\n    return n\n",
        "def case_0():\n    d = {1: 0}\n    try:\n        for k in d:\n            v = d[k]\n            del d[k]\n            \
         d[k] = v\n    except RuntimeError:\n        return 'changed'\n    return len(d)\n",
        // `%` formats one of several numbers.
        "def case_0():\n    return \"%s|\" % 1, \"%d\" % 2, \"%5s\" % 3\n",
        // An element that is removed and added back: where it is then depends on hashes.
        "def case_0():\n    s = {1, 2}\n    n = 0\n    for x in s:\n        n += x\n        s.discard(x)\n        s.add(x)\n    return n\n",
        "def case_0():\n    s = {1, 2}\n    n = 0\n    for x in s:\n        n += x\n        s -= {x}\n        s |= {x}\n    return n\n",
        "def case_0():\n    d = {1: 0}\n    try:\n        for k in d:\n            if True:\n                d.clear()\n                \
         d[k] = 0\n    except RuntimeError:\n        return 'changed'\n    return len(d)\n",
    ];
    let mut tally = Tally::default();
    for source in kept {
        (0..40).for_each(|seed| blur::compare_source(seed, source, 1, &mut tally));
        assert!(tally.disagreements.is_empty(), "{}", tally.disagreements[0]);
    }
}
