// Converts values of the protocol to Pyret values.
//
// In: the constructors of records, and the shapes that the handout asks for. Out: a fresh Pyret value for each JSON value: lists,
// list-sets, tuples, options, dictionaries as lists of tuples, records by their constructors; or what the shape says.
"use strict";

// The modules that shapes need.
const MODULES = {
  "tree-set": "sets",
  array: "arrays",
  table: "table",
  "string-dict": "string-dict",
  "mutable-string-dict": "string-dict",
  either: "either",
};

// JSON with integers of any size: those that a number cannot hold become `{big: DIGITS}`.
function parseJson(text) {
  if (!/\d{16}/.test(text)) {
    return JSON.parse(text);
  }
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g;
  return JSON.parse(text.replace(tokens, (token) => (token[0] === '"' ? token : `{"big":"${token}"}`)));
}

// The modules that values of these shapes are made with.
function modulesOf(shapes) {
  const named = (shape) => (shape === null ? [] : [MODULES[shape.as], ...(shape.of ?? []).flatMap(named)]);
  return [...new Set(shapes.flatMap(named))].filter((name) => name !== undefined).map((name) => `builtin://${name}`);
}

class Values {
  // `constructors` are Pyret functions by the name of the record, each with the order of its parameters and their shapes.
  constructor(machine, constructors) {
    const { runtime } = machine;
    this.machine = machine;
    this.list = runtime.ffi.makeList;
    this.some = runtime.ffi.makeSome;
    this.none = runtime.ffi.makeNone();
    this.toSet = machine.values("builtin://sets")["list-to-list-set"];
    this.constructors = constructors;
  }

  // A function of a module.
  from(module, name) {
    return this.machine.values(`builtin://${module}`)[name];
  }

  async record(name, fields) {
    const { value, order, shapes } = this.constructors[name];
    const parts = [];
    for (const [position, index] of order.entries()) {
      parts.push(await this.one(fields[index], shapes[position] ?? null));
    }
    return this.machine.runtime.isFunction(value) ? this.machine.call(value, ...parts) : value;
  }

  // A list of values, each with its shape.
  async all(items, shapes) {
    const values = [];
    for (const [index, item] of items.entries()) {
      const shape = shapes[index] ?? null;
      values.push(isPlain(item) && shape === null ? item : await this.one(item, shape));
    }
    return values;
  }

  // A list of values of one shape.
  async each(items, shape) {
    const values = [];
    for (const item of items) {
      values.push(isPlain(item) && shape === null ? item : await this.one(item, shape));
    }
    return values;
  }

  async one(json, shape) {
    const part = shape?.of?.[0] ?? null;
    if (typeof json === "number") {
      return this.number(json, shape);
    }
    if (typeof json !== "object") {
      return json;
    }
    if (json === null) {
      return shape?.as === "either" ? this.machine.call(this.from("either", "left"), this.machine.runtime.nothing) : this.none;
    }
    if (Array.isArray(json)) {
      return this.sequence(json, shape, part);
    }
    const [kind] = Object.keys(json);
    const inner = json[kind];
    switch (kind) {
      case "tuple":
        return this.machine.runtime.makeTuple(await this.all(inner, shape?.of ?? []));
      case "set":
      case "frozenset": {
        const items = this.list(await this.each(inner, part));
        return this.machine.call(shape?.as === "tree-set" ? this.from("sets", "list-to-tree-set") : this.toSet, items);
      }
      case "dict":
        return this.dictionary(inner, shape, part);
      case "record":
        return this.record(inner, json.fields);
      case "some": {
        const value = await this.one(inner, part);
        return shape?.as === "either" ? this.machine.call(this.from("either", "right"), value) : this.some(value);
      }
      case "big":
        return this.machine.runtime.makeNumberFromString(shape?.as === "roughnum" ? `~${inner}` : inner);
      default:
        throw new Error(`not a valid value: ${JSON.stringify(json).slice(0, 100)}`);
    }
  }

  // Integers are exact. Problems have no other numbers yet; a number with a fraction would be a roughnum.
  number(value, shape) {
    const rough = shape?.as === "roughnum" || !Number.isInteger(value);
    return rough ? this.machine.runtime.makeNumberFromString(`~${value}`) : value;
  }

  async sequence(items, shape, part) {
    switch (shape?.as) {
      case "raw-array":
        return this.each(items, part);
      case "array":
        return this.machine.call(this.from("arrays", "array-from-list"), this.list(await this.each(items, part)));
      case "table": {
        const rows = [];
        for (const { fields } of items) {
          rows.push(await this.each(fields, null));
        }
        return this.machine.runtime.makeTable(shape.columns, rows);
      }
      default:
        return this.list(await this.each(items, part));
    }
  }

  // In a string-dict, keys that are not strings are written as strings.
  async dictionary(entries, shape, part) {
    if (shape?.as !== "string-dict" && shape?.as !== "mutable-string-dict") {
      return this.one(entries.map((entry) => ({ tuple: entry })), null);
    }
    const flat = [];
    for (const [key, value] of entries) {
      flat.push(typeof key === "string" ? key : String(key.big ?? key), await this.one(value, part));
    }
    return this.machine.send(this.from("string-dict", shape.as), "make", flat);
  }
}

// Whether JSON and Pyret have the same value.
function isPlain(json) {
  return typeof json === "number" ? Number.isInteger(json) : typeof json !== "object";
}

module.exports = { Values, modulesOf, parseJson };
