// Reads the files of a submission and prepares them for the compiler.
//
// In: the request. Out: the file with the predicate and everything it needs, each as a `SourceFile` whose tree contains only
// what the predicate reaches and imports only what exists, or a `Failure` with the reason.
"use strict";

const fs = require("fs");
const path = require("path");
const { LARGEST, contextNamed } = require("./contexts");
const { message, placeIn, tidy } = require("./errors");
const { dashed } = require("./names");
const { SourceFile } = require("./file");
const { rewrite } = require("./header");
const { Reach } = require("./reach");
const { constructorsIn, definitionsOf } = require("./records");
const { Shapes } = require("./shapes");
const { isData, lineOf, textOf, toArray, variantOf } = require("./tree");
const { lackingFailure } = require("./undefined");

const PRELUDE = "prelude.arr";
// Modules that come with the adapter.
const OWN = { dcic: path.join(__dirname, "dcic.arr") };
// Imports by file name: the index of the argument with the name.
const FILE_IMPORTS = { file: 0, "file-no-cache": 0, "shared-gdrive": 0, "my-gdrive": 0, "url-file": 1, url: 0 };

// Why a submission cannot be used; `fields` are those of `failed`.
class Failure extends Error {
  constructor(fields) {
    super(fields.message);
    this.fields = fields;
  }
}

function uriOf(file) {
  return `file://${file}`;
}

// The real path of a file, or null if there is none of that name.
function realFile(name) {
  try {
    return fs.statSync(name).isFile() ? fs.realpathSync(name) : null;
  } catch (error) {
    return null;
  }
}

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

// Whether a node of this kind is part of a tree.
function contains(tree, kind) {
  const queue = [tree];
  while (queue.length > 0) {
    const node = queue.pop();
    if (variantOf(node) === kind) {
      return true;
    }
    queue.push(...Object.keys(node.dict).map((key) => node.dict[key]).filter(isData));
  }
  return false;
}

// Removes the tests: check blocks and `where:` blocks.
function withoutTests(machine, tree) {
  const none = machine.runtime.ffi.makeNone();
  const { block } = tree.dict;
  const kept = toArray(block.dict.stmts).filter((statement) => variantOf(statement) !== "s-check");
  block.dict.stmts = machine.runtime.ffi.makeList(kept);
  const queue = [block];
  while (queue.length > 0) {
    const { dict } = queue.pop();
    if (Object.hasOwn(dict, "_check")) {
      dict._check = none;
    }
    queue.push(...Object.keys(dict).map((key) => dict[key]).filter(isData));
  }
  return tree;
}

class Sources {
  // `library` is what Pyret has: `provides`, the names that each module provides, and `globals`, those that are always there.
  constructor(machine, library, request) {
    this.machine = machine;
    this.library = library;
    this.request = request;
    this.submission = request.submission ? fs.realpathSync(request.submission) : null;
    this.support = request.support ? fs.realpathSync(request.support) : null;
    this.files = new Map();
    this.missing = [];
  }

  // Finds the file with the predicate and everything that it needs. Returns `{main, predicate, made, shapes, reach, notes}`: the
  // file, the name of the predicate in it, the constructors of records, the shapes of arguments, what is undefined, and notes.
  async gather() {
    const { main, predicate } = await this.find();
    await this.visit(main);
    const { reach, prelude, records } = await this.prepare();
    reach.demand(main, false, [predicate]);
    const others = this.visited().filter((file) => file !== main && file.origin !== "generated");
    const made = constructorsIn([main, ...others, records], this.request.records);
    const unnamed = this.request.records.find(({ name }) => made[name] === undefined);
    if (unnamed !== undefined) {
      const message = `\`${unnamed.name}\` is not a name in Pyret; define \`${dashed(unnamed.name)}\` in a prelude`;
      throw new Failure({ why: "invalid", message });
    }
    for (const { file, name } of Object.values(made)) {
      reach.demand(file, false, [name]);
    }
    reach.includeEffects(this.visited());
    const shapes = this.shapes(prelude);
    for (const [record, constructor] of Object.entries(made)) {
      const { file, name, order } = constructor;
      constructor.shapes = shapes.fields(file, name, order, this.request.records.find((each) => each.name === record));
    }
    await this.rewrite(main);
    const notes = [...this.replacements(reach), ...reach.notes];
    return { main, predicate, made, shapes: shapes.parameters(this.request.predicate), reach, notes };
  }

  // Takes all of the prelude, to see whether it can be used. Returns it, or null if there is none.
  async gatherPrelude() {
    const { reach, prelude } = await this.prepare();
    if (prelude === null) {
      return null;
    }
    for (const type of [false, true]) {
      reach.demand(prelude, type, prelude.definitions[type ? "types" : "values"].keys());
    }
    const faults = [...this.unfinished(prelude), ...this.contractFaults(prelude)];
    if (faults.length > 0) {
      throw new Failure({ why: "invalid", message: faults.join("; ") });
    }
    if (reach.lacking.length > 0) {
      throw new Failure(lackingFailure(reach.lacking, reach.unknown));
    }
    await this.rewrite(prelude);
    return prelude;
  }

  // Sketches that were pasted and not completed.
  unfinished(prelude) {
    const open = prelude.statements.filter(({ node }) => contains(node, "s-template"));
    return open.map(({ node, defines }) => {
      return `\`${defines.values[0] ?? "..."}\` on line ${lineOf(node)} is not finished: replace \`...\``;
    });
  }

  contractFaults(prelude) {
    const { predicate } = this.request;
    const contracts = prelude.statements.filter(({ kind }) => kind === "s-contract").map(({ node }) => textOf(node.dict.name));
    const loose = contracts.filter((name) => !predicate.includes(name) && prelude.defining(false, name).length === 0);
    const shapes = this.shapes(prelude);
    shapes.parameters(predicate);
    const words = (name) => `\`${name}\` has a contract and no definition; the predicate is \`${predicate[0]}\``;
    return [...loose.map(words), ...shapes.faults];
  }

  async prepare() {
    const prelude = await this.prelude();
    const records = await this.generated("/custodiet-records.arr", await this.recordsText());
    const modules = Object.entries(OWN).filter(([, location]) => this.files.has(location));
    const own = new Map(modules.map(([name, location]) => [name, this.files.get(location)]));
    return { reach: new Reach({ ...this.library, prelude, records, own }), prelude, records };
  }

  async recordsText() {
    const lines = ["use context empty-context"];
    for (const texts of definitionsOf(this.request)) {
      for (const text of texts) {
        if (await this.isValid(text)) {
          lines.push(text);
          break;
        }
      }
    }
    return `${lines.join("\n")}\n`;
  }

  // Whether Pyret can parse it. The answer is the same for all submissions.
  async isValid(text) {
    const { valid } = this.library;
    if (!valid.has(text)) {
      const parsed = this.tree(`${text}\n`, "records", "records");
      valid.set(text, await parsed.then(() => true, () => false));
    }
    return valid.get(text);
  }

  // How the handout wants values to look.
  shapes(prelude) {
    const instructors = [prelude, ...this.files.values()].filter((file) => file?.origin === "support");
    const names = [...this.request.records.map(({ name }) => name), ...(this.request.types ?? [])];
    const own = names.map((name) => name.replace(/_/g, "-"));
    const isType = (name) => own.includes(name) || this.library.globals.types.has(name);
    return new Shapes([...new Set(instructors)], this.request, isType);
  }

  // Reduces the files to what is needed. `main` loads all of them.
  async rewrite(main) {
    const parse = (text) => this.tree(text, "header", "header");
    const loaded = new Set([main, ...this.loaded()]);
    for (const file of loaded) {
      const loads = file === main ? [...loaded].filter((other) => other !== main) : [];
      await rewrite(file, loads, parse, this.machine.runtime.ffi.makeList);
    }
  }

  visited() {
    return [...this.files.values()].filter(({ context }) => context !== undefined);
  }

  // The files of which something is needed.
  loaded() {
    return this.visited().filter((file) => file.needed.length > 0);
  }

  // What became of missing files.
  replacements({ unknown, lacking, prelude }) {
    const contexts = this.missing.filter(({ context }) => context);
    const files = this.missing.filter(({ module, context }) => !module && !context);
    const names = new Set(files.map(({ missing }) => missing));
    const notes = [...names].map((name) => {
      const sources = new Set(files.filter(({ missing }) => missing === name).flatMap((each) => [...each.sources]));
      const satisfied = unknown.length === 0 && lacking.length === 0 && !sources.delete("the prelude");
      if (sources.size > 0) {
        return `\`${name}\` is missing; its types were taken from ${[...sources].join(" and ")}`;
      }
      return `\`${name}\` is missing${satisfied && prelude === null ? "; the predicate does not need it" : ""}`;
    });
    return [
      ...contexts.map(({ missing }) => `the context \`${missing}\` is missing; its names were taken from \`${LARGEST}\``),
      ...notes,
    ];
  }

  // The name of a file in answers: its path in the submission or in the support folder.
  nameOf(file) {
    const folder = [this.submission, this.support].find((root) => root !== null && file.startsWith(root + path.sep));
    return folder === undefined ? path.basename(file) : path.relative(folder, file);
  }

  inSubmission(location) {
    return this.submission !== null && location.startsWith(this.submission + path.sep);
  }

  async find() {
    const candidates = [];
    const found = [];
    const unreadable = [];
    for (const name of this.request.files) {
      let file;
      try {
        file = await this.parsed(path.join(this.submission, name));
      } catch (error) {
        if (!(error instanceof Failure)) {
          throw error;
        }
        // Harmless if the predicate is in another file that does not import this one.
        unreadable.push(error);
        continue;
      }
      const { values } = file;
      const predicate = this.request.predicate.find((predicate) => values.has(predicate));
      if (predicate !== undefined) {
        found.push({ main: file, name, predicate, takes: values.get(predicate) });
      }
      for (const [value, parameters] of values) {
        if (parameters === this.request.parameters.length && file.owner(value) === undefined) {
          candidates.push(value);
        }
      }
    }
    const [wanted] = this.request.predicate;
    if (found.length === 0 && unreadable.length > 0) {
      throw unreadable[0];
    }
    if (found.length === 0) {
      throw new Failure({ why: "missing", message: `no function ${wanted}`, candidates });
    }
    if (found.length > 1) {
      const names = found.map(({ name }) => name);
      throw new Failure({ why: "ambiguous", message: `${plural(names.length, "file")} define ${wanted}`, candidates: names });
    }
    const [{ main, name, predicate, takes }] = found;
    const wants = this.request.parameters.length;
    if (takes !== null && takes !== wants) {
      const words = `${predicate} takes ${plural(takes, "argument")}, not ${wants}`;
      throw new Failure({ why: "arity", message: words, file: name });
    }
    return { main, predicate };
  }

  async parsed(name) {
    const location = fs.realpathSync(name);
    if (this.files.has(location)) {
      return this.files.get(location);
    }
    const text = fs.readFileSync(location, "utf8").replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
    return this.add(location, text, this.inSubmission(location) ? "submission" : "support");
  }

  // A file that does not exist, or one of the adapter.
  async generated(location, text) {
    const file = await this.add(location, text, "generated");
    await this.visit(file);
    return file;
  }

  async add(location, text, origin) {
    const id = `${origin}-${this.files.size}`;
    const uri = uriOf(id);
    const name = this.nameOf(location);
    const tree = withoutTests(this.machine, await this.tree(text, uri, name));
    const file = new SourceFile({ id, location, uri, name, origin, tree });
    this.files.set(location, file);
    return file;
  }

  // The prelude of the support folder, part of every submission, or null.
  async prelude() {
    const place = this.support && path.join(this.support, PRELUDE);
    if (!place || !fs.existsSync(place)) {
      return null;
    }
    const prelude = await this.parsed(place);
    await this.visit(prelude);
    return prelude;
  }

  async tree(text, uri, name) {
    const { value, error } = await this.machine.run(() => {
      return this.machine.values("builtin://parse-pyret")["surface-parse"].app(text, uri);
    });
    if (error === undefined) {
      return value;
    }
    const exception = this.machine.runtime.isPyretException(error) ? error.exn : null;
    if (exception === null) {
      throw new Failure({ why: "syntax", message: tidy(String(error.message ?? error)), file: name });
    }
    const place = placeIn(exception, (source) => source === uri);
    const token = exception.dict["next-token"];
    const words =
      variantOf(exception) === "parse-error-next-token" && token !== ""
        ? `Pyret didn't understand your program around ${JSON.stringify(token)}`
        : await message(this.machine, exception);
    throw new Failure({ why: "syntax", message: words, file: name, ...(place && { line: place.line }) });
  }

  // Finds what a file and those it imports refer to.
  async visit(file) {
    if (file.context !== undefined) {
      return;
    }
    file.context = contextNamed("empty-context");
    const use = file.tree.dict._use.dict.value;
    file.context = use === undefined ? contextNamed("") : await this.context(file, use.dict.mod);
    for (const each of file.imports) {
      if (each.mod !== undefined) {
        each.target = await this.target(file, each.mod, each.line);
      }
    }
    for (const { target } of file.imports) {
      if (target?.file !== undefined) {
        await this.visit(target.file);
      }
    }
    if (file.context.name.startsWith("dcic")) {
      await this.module("dcic");
    }
  }

  async module(name) {
    const location = OWN[name];
    return this.files.get(location) ?? this.generated(location, fs.readFileSync(location, "utf8"));
  }

  // The context that a file uses. A file or a module that serves as one is included instead.
  async context(file, mod) {
    const known = variantOf(mod) === "s-const-import" ? contextNamed(mod.dict.mod) : null;
    if (known !== null) {
      return known;
    }
    const target = await this.target(file, mod);
    if (target.missing !== undefined) {
      target.context = true;
      return contextNamed(LARGEST);
    }
    file.imports.push({ kind: "include", target });
    return contextNamed("empty-context");
  }

  // What an import refers to: a module of Pyret, a file, or something that is missing.
  async target(file, mod, line) {
    if (variantOf(mod) === "s-const-import") {
      const name = mod.dict.mod;
      return this.library.provides.has(name) ? { builtin: name } : this.lost(name, { module: true, line });
    }
    const { kind, args } = mod.dict;
    const position = Object.hasOwn(FILE_IMPORTS, kind) ? FILE_IMPORTS[kind] : 0;
    const name = toArray(args)[position] ?? "";
    const location = Object.hasOwn(FILE_IMPORTS, kind) ? this.locate(file, name) : null;
    if (location === file.location) {
      return { file };
    }
    if (location !== null) {
      try {
        return { file: await this.parsed(location) };
      } catch (error) {
        if (!(error instanceof Failure)) {
          throw error;
        }
        return this.lost(name, { failure: error, line });
      }
    }
    if (location === null && /^dcic/.test(path.basename(name))) {
      return { file: await this.module("dcic") };
    }
    return this.lost(path.basename(name) || kind, { line });
  }

  lost(missing, rest) {
    const target = { missing, sources: new Set(), ...rest };
    this.missing.push(target);
    return target;
  }

  // The local file that an import refers to: next to the importing file, in the submission, or in the support folder.
  locate(file, name) {
    const base = path.basename(name);
    const beside = path.dirname(file.location);
    const same = this.request.files.filter((other) => path.basename(other) === base);
    const places = [
      path.join(beside, name),
      path.join(beside, base),
      ...(this.submission === null ? [] : [base, ...same].map((other) => path.join(this.submission, other))),
      ...(this.support === null ? [] : [path.join(this.support, name), path.join(this.support, base)]),
    ];
    const roots = [this.submission, this.support].filter((root) => root !== null);
    const inside = (location) => roots.some((root) => location.startsWith(root + path.sep));
    return places.map(realFile).find((location) => location !== null && inside(location)) ?? null;
  }
}

module.exports = { Failure, Sources, uriOf };
