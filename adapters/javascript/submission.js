// Finds the predicate of a submission, loads it, and reports errors in terms of its files.
"use strict";

const path = require("path");
const { acorn, read, takes, isFunction } = require("./source.js");
const { Modules } = require("./modules.js");

const MESSAGE = 500;
// Error codes of Node's loaders.
const NOT_IMPORTED = /MODULE_NOT_FOUND|REQUIRE_ESM|UNKNOWN_BUILTIN|UNSUPPORTED_DIR_IMPORT|PACKAGE_PATH_NOT_EXPORTED/;

// Messages may contain lone surrogates, which are not valid JSON.
const cut = (text) => text.slice(0, MESSAGE).toWellFormed();

// The submission cannot be loaded.
class Failed extends Error {
  constructor(why, message, more = {}) {
    super(message);
    this.report = { why, message: cut(message), ...more };
  }
}

class Submission {
  constructor(orders) {
    this.names = orders.predicate;
    this.arity = orders.parameters.length;
    this.folder = orders.submission;
    this.support = orders.support;
    this.files = orders.files;
    this.records = orders.records;
    this.modules = new Modules(orders.submission, orders.support, orders.predicate);
    this.entry = this.name = this.loaded = null;
  }

  async load() {
    const { file, name, node } = this.findEntry();
    this.entry = file;
    this.name = name;
    this.loaded = await this.modules.load(path.join(this.folder, file));
    const predicate = this.loaded.find(name);
    if (typeof predicate !== "function") {
      throw new Failed("missing", `\`${name}\` is not a function`, { file, candidates: [] });
    }
    this.checkArity(predicate, node);
    // It may be a method of the exported object.
    return (...given) => Reflect.apply(predicate, this.loaded.whole, given);
  }

  // The file that defines the predicate, and the name it uses.
  findEntry() {
    const found = [];
    const candidates = new Set();
    const faults = [];
    for (const file of this.files) {
      let source;
      try {
        source = this.modules.source(path.join(this.folder, file));
      } catch (error) {
        faults.push(this.unreadable(error, file));
        continue;
      }
      const test = isTestFile(file) ? 1 : 0;
      for (const [name, node] of source.defined) {
        const rank = this.names.indexOf(name);
        if (rank >= 0) found.push({ rank, test, file, name, node });
        else if (isFunction(node) && !/^(_|test)/i.test(name) && takes(node, this.arity)) candidates.add(name);
      }
      // The purpose of a file whose only export is an anonymous function is clear.
      if (source.unnamed && takes(source.unnamed, this.arity)) found.push({ rank: this.names.length, test, file, name: "default", node: source.unnamed });
    }
    if (found.length === 0) {
      if (faults.length > 0) throw faults[0];
      const wanted = this.names.map((name) => `\`${name}\``).join(" or ");
      throw new Failed("missing", `no function ${wanted}`, { candidates: [...candidates].slice(0, 10) });
    }
    const best = found.reduce((a, b) => (b.rank - a.rank || b.test - a.test) < 0 ? b : a);
    const rivals = found.filter((other) => other.rank === best.rank && other.test === best.test);
    const files = [...new Set(rivals.map((rival) => rival.file))].sort();
    if (files.length > 1) throw new Failed("ambiguous", `several files define \`${best.name}\``, { candidates: files });
    return best;
  }

  unreadable(error, file) {
    if (error instanceof SyntaxError) {
      const message = error.message.replace(/ \(\d+:\d+\)$/, "");
      return new Failed("syntax", message, { file, line: error.loc?.line });
    }
    if (error instanceof RangeError) return new Failed("syntax", "too deeply nested for the parser", { file });
    return new Failed("syntax", `cannot be read: ${error.message}`, { file });
  }

  // JavaScript calls any function with any number of arguments. Its text shows how many it uses.
  checkArity(predicate, node) {
    let written = node;
    if (!isFunction(node)) {
      try {
        written = acorn.parseExpressionAt(`(${Function.prototype.toString.call(predicate)})`, 0, { ecmaVersion: "latest" });
      } catch {
        return;
      }
    }
    const usesArguments = /\barguments\b/.test(Function.prototype.toString.call(predicate));
    if (takes(written, this.arity) || (usesArguments && predicate.length <= this.arity)) return;
    const count = written.params.length;
    const message = `\`${this.name}\` takes ${count} argument${count === 1 ? "" : "s"}, not ${this.arity}`;
    throw new Failed("arity", message, { file: this.entry, line: node.loc?.start.line });
  }

  // A function that creates values of a record: of the submission's class if it takes the fields, or else plain objects.
  // Those of a union name their class.
  constructorOf({ name, fields, union }) {
    const tag = union ? { class: name } : {};
    const plain = (values) => ({ ...tag, ...Object.fromEntries(fields.map((field, index) => [field, values[index]])) });
    const theirs = this.loaded.find(name);
    if (typeof theirs !== "function") return plain;
    const ways = [(values) => new theirs(...values), (values) => new theirs(plain(values))];
    return (values) => {
      for (const way of ways) {
        try {
          const made = way(values);
          if (fields.every((field, index) => made[field] === values[index])) return made;
        } catch {
          // It expects other arguments.
        }
      }
      return plain(values);
    };
  }

  // Why loading failed with an exception.
  failure(error) {
    const about = this.describe(error);
    const where = { file: about.file, line: about.line };
    try {
      if (error instanceof Failed) return error;
      if (error instanceof SyntaxError && error.custodietImport) return new Failed("import", about.message, where);
      const file = this.relative(error?.custodietFile);
      if (error instanceof SyntaxError && file) return this.unreadable(error, file);
      if (NOT_IMPORTED.test(error?.code)) return new Failed("import", about.message.split("\n")[0], where);
    } catch {
      // The value does not allow itself to be inspected.
    }
    return new Failed("raised", about.message, { class: about.class, ...where });
  }

  // What was thrown, which can be any value, and the innermost line of the submission.
  describe(error) {
    const report = { class: "unknown", message: "" };
    try {
      report.class = cut(tagOf(error));
      report.message = cut(messageOf(error));
      for (const [, file, line] of String(error?.stack).matchAll(/(\/[^\n()]*?):(\d{1,9}):\d+\)?$/gm)) {
        const relative = this.relative(file);
        if (relative) return { ...report, file: relative, line: Number(line) };
      }
    } catch {
      // The value does not allow itself to be inspected.
    }
    return report;
  }

  relative(file) {
    const start = this.folder + path.sep;
    return typeof file === "string" && file.startsWith(start) ? file.slice(start.length) : undefined;
  }
}

function messageOf(error) {
  if (error instanceof Error) return String(error.message);
  if (typeof error === "object" && error !== null) return JSON.stringify(error) ?? "";
  return String(error);
}

// The type of any value: `number`, `null`, `Promise`.
function tagOf(value) {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value;
  try {
    return String(value.constructor?.name || "object");
  } catch {
    return "object";
  }
}

function isTestFile(file) {
  const stem = path.basename(file).replace(/\.[cm]?js$/i, "").toLowerCase();
  return stem.startsWith("test") || /(tests?|spec)$/.test(stem) || file.includes("__tests__/");
}

module.exports = { Submission, cut, tagOf };
