// Converts values of the protocol to Pyret values.
//
// In: the constructors of records. Out: a fresh Pyret value for each JSON value: lists,
// list-sets, tuples, options, dictionaries as lists of tuples, records by their constructors.
"use strict";

// JSON with integers of any size: those that a number cannot hold become `{big: DIGITS}`.
function parseJson(text) {
  if (!/\d{16}/.test(text)) {
    return JSON.parse(text);
  }
  return JSON.parse(text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}/g, (token) => (token[0] === '"' ? token : `{"big":"${token}"}`)));
}

class Values {
  // `constructors` are Pyret functions with the order of their fields, by the name of the record.
  constructor(machine, constructors) {
    const { runtime } = machine;
    this.machine = machine;
    this.list = runtime.ffi.makeList;
    this.some = runtime.ffi.makeSome;
    this.none = runtime.ffi.makeNone();
    this.toSet = machine.values("builtin://sets")["list-to-list-set"];
    this.constructors = constructors;
  }

  record(name, fields) {
    const { value, order } = this.constructors[name];
    return this.machine.runtime.isFunction(value) ? this.machine.call(value, ...order.map((index) => fields[index])) : value;
  }

  async all(items) {
    const values = [];
    for (const item of items) {
      values.push(typeof item === "object" ? await this.from(item) : item);
    }
    return values;
  }

  async from(json) {
    if (typeof json !== "object") {
      return json;
    }
    if (json === null) {
      return this.none;
    }
    if (Array.isArray(json)) {
      return this.list(await this.all(json));
    }
    const [kind] = Object.keys(json);
    const inner = json[kind];
    switch (kind) {
      case "tuple":
        return this.machine.runtime.makeTuple(await this.all(inner));
      case "set":
      case "frozenset":
        return this.machine.call(this.toSet, this.list(await this.all(inner)));
      case "dict":
        return this.from(inner.map((entry) => ({ tuple: entry })));
      case "record":
        return this.record(inner, await this.all(json.fields));
      case "some":
        return this.some(await this.from(inner));
      case "big":
        return this.machine.runtime.makeNumberFromString(inner);
      default:
        throw new Error(`not a valid value: ${JSON.stringify(json).slice(0, 100)}`);
    }
  }
}

module.exports = { Values, parseJson };
