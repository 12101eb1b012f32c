//! An evaluation ends, in bounded memory, whatever the program does.

use eval::{Fault, Machine, Program};
use lang::load::{Mode, load};
use lang::source::Source;

/// The fault of a function that is given up.
fn check(source: &str) -> Fault {
    let text = format!("{LIBRARY}\ndef given_up():\n    {}\n", source.replace('\n', "\n    "));
    let loaded = load(Source::new("given_up.py", text), Mode::Language);
    assert!(!loaded.has_errors(), "{:?}", loaded.diagnostics);
    let program = Program::new(&loaded.problem);
    let mut machine = Machine::new(&program).with_step_limit(2_000_000);
    *machine.call("given_up", &[]).expect_err("it is given up")
}

/// Memory that this process ever had, in MiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok()).unwrap_or(0) / 1024
}

/// What would take an age, or all memory, in a few steps.
#[test]
fn whatever_is_slow_or_large_takes_steps() {
    let slow = [
        // Built-ins that iterate.
        "return all(range(1, 10 ** 18))",
        "return any(x for x in iter(int, 1))",
        "return any(filter(None, iter(int, 1)))",
        "return sum(range(10 ** 18))",
        "return max(range(10 ** 18))",
        "return sorted(range(10 ** 18))",
        "return -1 in iter(int, 1)",
        "return -1 in map(abs, range(10 ** 18))",
        "return list(chain.from_iterable(iter(list, 1)))",
        "return dict.fromkeys(range(10 ** 18))",
        "return dict.fromkeys(iter(int, 1))",
        "return dict(iter(lambda: (1, 2), 3))",
        "return dict(map(lambda x: (1, 2), range(10 ** 18)))",
        "return Counter(range(10 ** 18))",
        "return Counter({1: 10 ** 18}).total() + sum(Counter({1: 10 ** 18}).elements())",
        "return deque(range(10 ** 18))",
        "return set(range(10 ** 18))",
        "return set().union(iter(int, 1))",
        "return {1}.issuperset(iter(lambda: 1, 2))",
        "return {1}.isdisjoint(iter(int, 1))",
        "return {1}.intersection(iter(int, 1))",
        "return {1: 2}.keys() & iter(int, 1)",
        "a, *b = range(10 ** 18)\nreturn b",
        "a, *b = iter(int, 1)\nreturn b",
        "xs = []\nxs[:] = range(10 ** 18)",
        "return [*range(10 ** 18)]",
        "return {*range(10 ** 18)}",
        "return ''.join(map(str, range(10 ** 18)))",
        "return list(zip(range(10 ** 18), range(10 ** 18)))",
        "return list(permutations(range(100)))",
        "return list(permutations(range(100_000), 2))",
        "return list(combinations(range(100), 50))",
        "return list(product(range(10), repeat=100))",
        "return list(product(range(10), repeat=1_000_000))",
        "return product(range(1_000), repeat=20_000)",
        "return next(combinations(range(10 ** 7), 10 ** 6))",
        "return list(accumulate(range(10 ** 18)))",
        "return list(groupby(range(10 ** 18)))",
        "return list(pairwise(range(10 ** 18)))",
        "return list(zip(*[range(1_000)] * 100_000))",
        "return list(map(max, *[range(1_000)] * 100_000))",
        // Copies.
        "xs = tuple(range(1000))\nkeep = []\nwhile True:\n    keep.append(list(xs))",
        "xs = tuple(range(1000))\nkeep = []\nwhile True:\n    keep.append(reversed(xs))",
        "xs = 'a' * 1000\nkeep = []\nwhile True:\n    keep.append(reversed(xs))",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(set(xs))",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(copy(xs))",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(deepcopy(xs))",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(deque(xs))",
        "xs = dict.fromkeys(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs | {})",
        "xs = Counter(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs + xs)",
        "xs = Counter(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs.most_common(1))",
        "xs = set(range(1000))\nwhile True:\n    xs |= {1}",
        "xs = 'a' * 1000\nkeep = []\nwhile True:\n    keep.append(xs + 'b')",
        "xs = 'ab' * 1000\nkeep = []\nwhile True:\n    keep.append(xs.split('b'))",
        "def f(*xs):\n    return xs\nxs = tuple(range(1000))\nkeep = []\nwhile True:\n    keep.append(f(*xs))",
        "def f(**xs):\n    return xs\nxs = {str(i): i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append(f(**xs))",
        // Small objects that take more memory than an element of a list.
        "keep = []\nwhile True:\n    keep.append(x for x in keep)",
        "class C:\n    def __init__(self):\n        self.a = self.b = self.c = []\nkeep = []\nwhile True:\n    keep.append(C())",
        "keep = []\nwhile True:\n    keep.append({1})",
        "keep = []\nwhile True:\n    keep.append({1: []})",
        "keep = []\nwhile True:\n    keep.append(lambda x=1, y=2: keep)",
        "keep = []\nwhile True:\n    keep.append(deque())",
        "keep = []\nwhile True:\n    keep.append(ValueError([1]))",
        "keep = []\nwhile True:\n    class C:\n        pass\n    keep.append(C)",
        "class C:\n    pass\nwhile True:\n    class C(C):\n        pass",
        // Looking for something in many elements.
        "xs = list(range(1_000_000))\nwhile True:\n    -1 in xs",
        "xs = tuple(range(1_000_000))\nwhile True:\n    -1 in xs",
        "xs = deque(range(1_000_000))\nwhile True:\n    -1 in xs",
        "xs = {i: i for i in range(500_000)}\nwhile True:\n    -1 in xs.values()",
        "xs = list(range(1_000_000))\nwhile True:\n    xs.count(-1)",
        "xs = list(range(1_000_000))\nwhile True:\n    xs.index(999_999)",
        "xs = deque(range(1_000_000))\nwhile True:\n    xs.count(-1)",
        "xs = deque(range(1_000_000))\nwhile True:\n    xs.rotate(7)",
        "xs = deque(range(1_000_000))\nwhile True:\n    xs.insert(500_000, 1)",
        "xs, ys = list(range(500_000)), list(range(500_000))\nwhile True:\n    xs == ys",
        "xs, ys = list(range(500_000)), list(range(500_000))\nwhile True:\n    xs < ys",
        "xs, ys = set(map(str, range(300_000))), set(map(str, range(300_000)))\nwhile True:\n    xs == ys",
        "xs, ys = set(map(str, range(300_000))), set(map(str, range(300_000)))\nwhile True:\n    xs <= ys",
        "xs = {i: i for i in range(300_000)}\nys = dict(xs)\nwhile True:\n    xs == ys",
        "x = tuple(range(500_000))\nwhile True:\n    hash(x)",
        "x = 'a' * 1_000_000\nwhile True:\n    hash(x)",
        "x, y = 'a' * 900_000, 'a' * 900_000\nwhile True:\n    x == y",
        "x = 'a' * 1_000_000\nwhile True:\n    x[5]",
        "x = 'a' * 1_000_000 + '\u{00e4}'\nwhile True:\n    x[900_000]",
        "x = 'a' * 1_000_000 + '\u{00e4}'\nwhile True:\n    x[5:7]",
        "x = 'a' * 1_000_000\nwhile True:\n    x.startswith(('b',) * 3)",
        // Moving many elements.
        "xs = list(range(1_000_000))\nwhile True:\n    xs.insert(0, 1)",
        "xs = list(range(1_000_000))\nwhile True:\n    xs.append(xs.pop(0))",
        "xs = list(range(1_000_000))\nwhile True:\n    del xs[0]\n    xs.append(1)",
        "xs = list(range(1_000_000))\nwhile True:\n    xs[0:1] = [1]",
        "xs = list(range(1_000_000))\nwhile True:\n    del xs[0:0]",
        "xs = list(range(1_000_000))\nwhile True:\n    xs.reverse()",
        "xs = list(range(1_000_000))\nwhile True:\n    xs.sort()",
        "xs = list(range(1_000_000))\nwhile True:\n    xs.remove(5)\n    xs.insert(0, 5)",
        "d = dict.fromkeys(range(100_000))\nwhile True:\n    d[5] = d.pop(5)",
        "d = OrderedDict.fromkeys(range(100_000))\nwhile True:\n    d.move_to_end(99_999, False)",
        "d = OrderedDict.fromkeys(range(100_000))\nwhile True:\n    d.move_to_end(0)",
        "d = OrderedDict.fromkeys(range(100_000))\nwhile True:\n    d[d.popitem(False)[0]] = 1",
        "d = set(map(str, range(100_000)))\nwhile True:\n    d.discard('5')\n    d.add('5')",
        // Long integers and texts.
        "n = 7 ** 1_000_000\nkeep = []\nwhile True:\n    keep.append(n + 1)",
        "n = 7 ** 1_000_000\nwhile True:\n    n * n // n",
        "n = 7 ** 1_000_000\nwhile True:\n    n ^ 1",
        "return pow(3, 7 ** 1_000_000, 7 ** 1_000_000 + 2)",
        "return gcd(7 ** 1_000_000, 3 ** 1_000_000)",
        "return lcm(7 ** 1_000_000, 3 ** 1_000_000)",
        "while True:\n    isqrt(7 ** 1_000_000)",
        "while True:\n    factorial(20_000)",
        "while True:\n    7 ** 1_000_000",
        "while True:\n    1 << 4_000_000",
        "while True:\n    int('1' * 4_300)",
        "while True:\n    str(10 ** 4_299)",
        "x = f'{1:100000}'\nwhile True:\n    x + f'{1:100000}'",
        "while True:\n    'a'.center(100_000)",
        "while True:\n    '7'.zfill(100_000)",
        "while True:\n    f'{1.5:.300f}' * 100",
        "while True:\n    '%100000d' % 1",
        "while True:\n    '{:>100000}'.format(1)",
        "while True:\n    '\t'.expandtabs(100_000)",
        "xs = ['a'] * 100_000\nwhile True:\n    ','.join(xs)",
        "x = 'a' * 100_000\nwhile True:\n    x.replace('a', 'bb')",
        "x = 'a' * 100_000\nwhile True:\n    x.upper()",
        "x = list(range(100_000))\nwhile True:\n    str(x)",
        "d = {}\nx = 'a' * 100_000\nwhile True:\n    try:\n        d[x]\n    except KeyError:\n        pass",
    ];
    for body in slow {
        let started = std::time::Instant::now();
        let fault = check(body);
        assert!(matches!(fault, Fault::Steps { .. } | Fault::TooLarge { .. }), "{body}: {fault:?}");
        if std::env::var_os("CUSTODIET_SHOW_LIMITS").is_some() {
            println!("{:6.2} s, {:5} MiB: {body:?}", started.elapsed().as_secs_f64(), peak());
        }
    }
    assert!(peak() < 600, "{} MiB", peak());
}

/// These are refused at once: no text or sequence is made that large.
#[test]
fn what_is_too_large_is_not_begun() {
    let large = [
        "return 'a' * 10 ** 10",
        "return [0] * 2 ** 62",
        "return (0,) * 10 ** 10",
        "return deque([0]) * 10 ** 10",
        "return 'a'.center(10 ** 10)",
        "return 'a'.ljust(10 ** 10, '-')",
        "return '7'.zfill(10 ** 10)",
        "return '\t'.expandtabs(10 ** 9)",
        "return f'{1:1000000000}'",
        "return f'{1:01000000000}'",
        "return f'{1.5:.1000000000f}'",
        "return format('a', '>1000000000')",
        "return '{:1000000000}'.format(1)",
        "return '%1000000000d' % 1",
        "return '%.1000000000f' % 1.5",
        "return ('a' * 10_000).join(['b'] * 10_000)",
        "return 'ab'.join('c' * 1_000_000).replace('b', 'd' * 1_000_000)",
        "return 1 << 10 ** 10",
        "return 7 ** 10 ** 10",
        "return factorial(10 ** 9)",
        "return comb(10 ** 9, 10 ** 8)",
        "return perm(10 ** 9, 10 ** 8)",
        "return comb(7 ** 1_000_000, 20_000)",
        "return perm(7 ** 1_000_000, 20_000)",
        "return pow(7, 10 ** 10)",
        "return prod([7 ** 1_000_000] * 10)",
        "return int('f' * 1_000_000, 16)",
        "return product([1], repeat=10 ** 10)",
    ];
    for body in large {
        let fault = check(body);
        assert!(
            matches!(fault, Fault::Steps { .. } | Fault::TooLarge { .. } | Fault::Outside { .. }),
            "{body}: {fault:?}"
        );
    }
    // CPython refuses these itself.
    for body in ["return str(7 ** 1_000_000)", "return int('7' * 1_000_000)", "return f'{7 ** 1_000_000}'"] {
        let Fault::Raised(raised) = check(body) else { panic!("{body}") };
        assert_eq!(raised.exception.name(), "ValueError", "{body}");
    }
}

const LIBRARY: &str = "\
from collections import Counter, OrderedDict, deque
from copy import copy, deepcopy
from itertools import accumulate, chain, combinations, groupby, pairwise, permutations, product
from math import comb, factorial, gcd, isqrt, lcm, perm, prod
";

#[test]
fn loops_end_by_the_step_limit() {
    let endless = [
        "while True:\n    pass",
        "xs = [0]\nfor x in xs:\n    xs.append(x)",
        "xs = [0]\nxs.extend(x for x in xs)",
        "xs = [1]\nwhile True:\n    xs = xs + xs",
        "xs = [1]\nwhile True:\n    xs += xs",
        "t = (1,)\nwhile True:\n    t = t * 2",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs[:])",
        "xs = list(range(1000))\nkeep = []\nwhile True:\n    keep.append(xs.copy())",
        "s = set(range(1000))\nkeep = []\nwhile True:\n    keep.append(s | {1})",
        "s = set(range(1000))\nkeep = []\nwhile True:\n    keep.append(s.copy())",
        "d = {i: i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append(d.copy())",
        "d = {i: i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append({**d})",
        "d = {i: i for i in range(1000)}\nkeep = []\nwhile True:\n    keep.append(dict(d))",
    ];
    for source in endless {
        let fault = check(source);
        assert!(matches!(fault, Fault::Steps { .. }), "{source}: {fault:?}");
    }
}

#[test]
fn integers_end_by_their_size() {
    for source in ["n = 3\nwhile True:\n    n = n * n", "n = 1\nwhile True:\n    n = n << n + 1"] {
        let fault = check(source);
        assert!(matches!(fault, Fault::TooLarge { .. }), "{source}: {fault:?}");
    }
}

#[test]
fn recursion_ends_as_in_cpython() {
    let fault = check("def down(n):\n    return down(n + 1)\nreturn down(0)");
    let Fault::Raised(raised) = fault else { panic!("{fault:?}") };
    assert_eq!(raised.exception.name(), "RecursionError");
}

#[test]
fn dicts_whose_entries_may_have_moved_are_given_up() {
    let moved = [
        "d = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}\nfor k in d:\n    del d[k]\n    d[k + 9] = 0",
        "d = {1: 1}\nfor k in d.values():\n    d.clear()\n    d[2] = 2",
        "d = {'a': 1}\nfor k in d:\n    del d[k]\n    d[2] = 2",
        "d = {1: 1, 2: 2}\nfor k in reversed(d):\n    del d[k]\n    d[k] = 2",
        "d = {1: 1, 2: 2, 3: 3, 4: 4, 5: 5}\nfor k in [1, 2, 3, 4]:\n    del d[k]\ne = d.copy()\nfor k in e:\n    del e[k]\n    e[7] = 0",
    ];
    for source in moved {
        let fault = check(source);
        assert!(matches!(fault, Fault::Outside { .. }), "{source}: {fault:?}");
    }
}
