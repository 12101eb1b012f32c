// How the handout wants values to look.
//
// In: the contract of the predicate in the prelude, `is-valid :: List<Person>, TreeSet<Number> -> Boolean`, and the `data`
// definitions of the instructor. Out: for each parameter and each field of a record a shape, or null for the usual one.
// What a submission itself writes changes nothing: all get the same values.
//
// Shapes: `{as, of}`, where `of` are the shapes of the parts; `{as: "table", columns}`.
"use strict";

const { dashed } = require("./names");
const { textOf, toArray, variantOf } = require("./tree");

// The values that annotations ask for, and how many type arguments say what their parts look like.
const KINDS = {
  List: "list",
  Set: "set",
  ListSet: "set",
  TreeSet: "tree-set",
  RawArray: "raw-array",
  Array: "array",
  Table: "table",
  StringDict: "string-dict",
  MutableStringDict: "mutable-string-dict",
  Option: "option",
  Either: "either",
  Roughnum: "roughnum",
};
// Shapes that say nothing if their parts do not.
const USUAL = new Set(["list", "set", "option", "tuple"]);

class Shapes {
  // `files` are the files of the instructor, the prelude first.
  constructor(files, records) {
    this.files = files;
    this.records = records;
  }

  // The shapes of the parameters of a predicate with one of these names.
  parameters(names) {
    const contract = this.files.flatMap((file) => names.map((name) => file.contract(name))).find((found) => found !== undefined);
    return contract === undefined ? [] : argumentsOf(contract.node.dict.ann).map((ann) => this.of(ann));
  }

  // The shapes of the fields of a constructor, in the order of its parameters.
  fields(file, constructor) {
    return this.files.includes(file) ? file.annotationsOf(constructor).map((ann) => this.of(ann)) : [];
  }

  of(ann, depth = 0) {
    const { id, field, args, fields, ann: inner } = ann.dict;
    switch (variantOf(ann)) {
      case "a-name":
        return this.named(textOf(id), [], depth);
      case "a-dot":
        return this.named(field, [], depth);
      case "a-app":
        return this.named(textOf(inner.dict.id) ?? inner.dict.field, toArray(args), depth);
      case "a-pred":
        return this.of(inner, depth);
      case "a-tuple":
        return made("tuple", toArray(fields).map((part) => this.of(part, depth)));
      default:
        return null;
    }
  }

  named(name, args, depth) {
    const alias = this.files.flatMap((file) => file.defining(true, name)).find(({ kind }) => kind === "s-type");
    if (alias !== undefined && depth < 20) {
      return this.of(alias.node.dict.ann, depth + 1);
    }
    const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined;
    if (kind === undefined) {
      return null;
    }
    if (kind === "table") {
      return { as: "table", columns: this.columns(textOf(args[0]?.dict.id)) };
    }
    // The last type argument: `StringDict<V>`, `Either<Nothing, V>`.
    return made(kind, args.slice(-1).map((part) => this.of(part, depth)));
  }

  // The columns of a table of records, with the index of the field in the problem: `Table<Person>`, or the only record there is.
  columns(name) {
    const record = this.records.find((each) => each.name === name) ?? (this.records.length === 1 ? this.records[0] : undefined);
    return record === undefined ? [] : record.fields.map(dashed);
  }
}

function made(as, of) {
  return USUAL.has(as) && of.every((part) => part === null) ? null : { as, of };
}

function argumentsOf(ann) {
  const { args } = ann.dict;
  switch (variantOf(ann)) {
    case "a-arrow":
      return toArray(args);
    case "a-arrow-argnames":
      return toArray(args).map(({ dict }) => dict.ann);
    default:
      return [];
  }
}

module.exports = { Shapes };
