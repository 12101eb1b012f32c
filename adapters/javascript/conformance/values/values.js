class Point {
  constructor(x, y) {
    this.x = x;
    this.y = y;
  }
}

// JavaScript compares objects by what they are, not by what they hold.
const list = (value, ...items) =>
  Array.isArray(value) && value.length === items.length && items.every((item, index) => value[index] === item);
const point = (value, x, y) => value instanceof Point && value.x === x && value.y === y;

const RIGHT = {
  nothing: (value) => value === null,
  true: (value) => value === true,
  false: (value) => value === false,
  integer: (value) => value === 12,
  negative: (value) => value === -7,
  big: (value) => value === 2n ** 70n,
  text: (value) => value === "a",
  "empty text": (value) => value === "",
  "odd text": (value) => value === 'é 𝄞 " \\ \n',
  list: (value) => list(value, 3, 1, 2),
  "empty list": (value) => list(value),
  "nested list": (value) => value.length === 2 && list(value[0], 1) && list(value[1]),
  tuple: (value) => list(value, 1, "a"),
  set: (value) => value instanceof Set && list([...value].sort(), 1, 2, 3),
  frozenset: (value) => value instanceof Set && list([...value].sort(), "a", "b"),
  "set of tuples": (value) => {
    const [first, second] = [...value].sort((a, b) => a[0] - b[0]);
    return value.size === 2 && list(first, 1, 2) && list(second, 3, 4);
  },
  dict: (value) => value instanceof Map && list([...value.keys()], "b", "a") && list([...value.values()], 1, 2),
  record: (value) => point(value, 1, 2),
  "list of records": (value) => value.length === 2 && point(value[0], 1, 2) && point(value[1], 3, 4),
  some: (value) => value === 5,
  "list of options": (value) => list(value, null, 1),
};

module.exports = { isValid: (kind, value) => RIGHT[kind](value) };
