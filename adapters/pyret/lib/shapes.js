// How the handout wants values to look.
//
// In: the contract of the predicate in the prelude, `is-valid :: List<Person>, TreeSet<Number> -> Boolean`, the `data`
// definitions of the instructor, and the types of the problem. Out: for each parameter and each field of a record a shape, or
// null for the usual one, and what in the contract does not fit the problem (`faults`). What a submission itself writes changes
// nothing: all get the same values. Guarded by the classes `Shapes` and `Contracts` of the tests.
//
// Shapes: `{as, of}`, where `of` are the shapes of the parts; `{as: "table", columns}`.
"use strict";

const { dashed } = require("./names");
const { textOf, toArray, variantOf } = require("./tree");

// The values that annotations ask for.
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

// The types of the parts of a value of the problem that can have this shape, or undefined if none can.
const PARTS = {
  list: ({ list }) => list && [list],
  "raw-array": ({ list }) => list && [list],
  array: ({ list }) => list && [list],
  table: ({ list }) => (list?.record ? [list] : undefined),
  set: ({ set, frozenset }) => (set ?? frozenset) && [set ?? frozenset],
  "tree-set": ({ set, frozenset }) => (isOrdered(set ?? frozenset) ? [set ?? frozenset] : undefined),
  "string-dict": ({ dict }) => (isOrdered(dict?.[0]) ? [dict[1]] : undefined),
  "mutable-string-dict": ({ dict }) => (isOrdered(dict?.[0]) ? [dict[1]] : undefined),
  option: ({ optional }) => optional && [optional],
  either: ({ optional }) => optional && [optional],
  roughnum: (type) => (["int", "atom"].includes(type) ? [] : undefined),
  tuple: ({ tuple }) => tuple,
};

// Numbers and strings.
function isOrdered(type) {
  return ["int", "str", "atom"].includes(type);
}

// A type of the problem in words.
function words(type) {
  if (typeof type === "string") {
    return { int: "an integer", str: "a string", bool: "a Boolean", atom: "an atom" }[type] ?? "another value";
  }
  const [[kind, inner]] = Object.entries(type);
  const of = typeof inner === "object" && inner.record ? ` of \`${inner.record}\`` : "";
  const named = { frozenset: "set", dict: "dictionary", optional: "value that may be absent", record: "record" };
  return `a ${named[kind] ?? kind}${of}`;
}

class Shapes {
  // `files` are the files of the instructor, the prelude first; `isType` says whether a type is known without them.
  constructor(files, request, isType) {
    Object.assign(this, { files, request, isType });
    this.faults = [];
  }

  // The shapes of the parameters of a predicate with one of these names.
  parameters(names) {
    const contract = this.files.flatMap((file) => names.map((name) => file.contract(name))).find((found) => found !== undefined);
    if (contract === undefined) {
      return [];
    }
    const { signature, parameters } = this.request;
    const annotations = argumentsOf(contract.node.dict.ann);
    if (annotations.length !== parameters.length) {
      const [name] = names;
      this.faults.push(`the contract of \`${name}\` has ${annotations.length} parameters, the problem has ${parameters.length}`);
    }
    return annotations.map((ann, index) => this.of(ann, signature?.[index]));
  }

  // The shapes of the fields of a constructor, in the order of its parameters. `order` are the indexes of the problem's fields.
  fields(file, constructor, order, record) {
    if (!this.files.includes(file)) {
      return [];
    }
    return file.annotationsOf(constructor).map((ann, position) => this.of(ann, record?.types?.[order[position]]));
  }

  // `type` is that of the problem, or undefined if it is not known.
  of(ann, type, depth = 0) {
    const { id, field, args, fields, ann: inner } = ann.dict;
    switch (variantOf(ann)) {
      case "a-name":
        return this.named(textOf(id), [], type, depth);
      case "a-dot":
        return this.named(field, [], type, depth);
      case "a-app":
        return this.named(textOf(inner.dict.id) ?? inner.dict.field, toArray(args), type, depth);
      case "a-pred":
        return this.of(inner, type, depth);
      case "a-tuple": {
        const parts = this.parts("tuple", "a tuple", type);
        return made("tuple", toArray(fields).map((part, index) => this.of(part, parts?.[index], depth)));
      }
      default:
        return null;
    }
  }

  named(name, args, type, depth) {
    const alias = this.files.flatMap((file) => file.defining(true, name)).find(({ kind }) => kind === "s-type");
    if (alias !== undefined && depth < 20) {
      return this.of(alias.node.dict.ann, type, depth + 1);
    }
    if (!Object.hasOwn(KINDS, name)) {
      if (!this.isType(name) && !this.files.some((file) => file.defining(true, name).length > 0)) {
        this.faults.push(`the contract uses \`${name}\`, which is not a type`);
      }
      return null;
    }
    const kind = KINDS[name];
    const parts = this.parts(kind, `\`${name}\``, type);
    if (kind === "table") {
      return { as: "table", columns: this.columns(textOf(args[0]?.dict.id), parts?.[0]) };
    }
    // The last type argument: `StringDict<V>`, `Either<Nothing, V>`.
    return made(kind, args.slice(-1).map((part) => this.of(part, parts?.[0], depth)));
  }

  // The types of the parts of a value. If it cannot have this shape, that is a fault.
  parts(kind, shown, type) {
    if (type === undefined || type === "any") {
      return undefined;
    }
    const parts = PARTS[kind](type);
    if (parts === undefined) {
      const ordered = { "tree-set": " of numbers or strings", "string-dict": " with strings as keys" }[kind] ?? "";
      this.faults.push(`the contract says ${shown}${ordered} where the problem has ${words(type)}`);
    }
    return parts;
  }

  // The columns of a table of records: `Table<Person>`, or what the problem says.
  columns(name, type) {
    const wanted = name ?? type?.record ?? (this.request.records.length === 1 ? this.request.records[0].name : null);
    const record = this.request.records.find((each) => each.name === wanted);
    if (record === undefined || (type?.record !== undefined && type.record !== wanted)) {
      const other = type?.record ? `, the problem has \`${type.record}\`` : "";
      this.faults.push(`the contract says \`Table\` of \`${wanted}\`${other}`);
    }
    return record?.fields.map(dashed) ?? [];
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
