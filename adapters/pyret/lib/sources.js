// Reads the files of a submission and prepares them for the compiler.
//
// In: the request. Out: the file with the predicate and everything it needs, each as a `SourceFile` whose tree contains only
// what the predicate reaches and imports only what exists, or a `Failure` with the reason.
"use strict";

const fs = require("fs");
const path = require("path");
const { LARGEST, contextNamed } = require("./contexts");
const { message, placeIn, tidy } = require("./errors");
const { SourceFile } = require("./file");
const { isLoaded, rewrite } = require("./header");
const { Reach } = require("./reach");
const { constructorsIn, recordsText } = require("./records");
const { Shapes } = require("./shapes");
const { isData, toArray, variantOf } = require("./tree");

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

function plural(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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
    this.submission = fs.realpathSync(request.submission);
    this.support = request.support ? fs.realpathSync(request.support) : null;
    this.files = new Map();
    this.missing = [];
  }

  // Finds the file with the predicate and everything that it needs. Returns `{main, predicate, made, shapes, notes}`: the
  // file, the name of the predicate in it, the constructors of records, the shapes of arguments, and remarks.
  async gather() {
    const { main, predicate } = await this.find();
    await this.visit(main);
    const prelude = await this.prelude();
    const records = await this.generated("/custodiet-records.arr", recordsText(this.request));
    const own = new Map();
    for (const module of Object.keys(OWN)) {
      if (this.files.has(OWN[module])) {
        own.set(module, this.files.get(OWN[module]));
      }
    }
    const reach = new Reach({ ...this.library, prelude, records, own });
    reach.demand(main, [predicate]);
    const visited = [...this.files.values()].filter(({ context }) => context !== undefined);
    const made = constructorsIn([main, ...visited.filter((file) => file !== main), records], this.request.records);
    for (const { file, name } of Object.values(made)) {
      reach.demand(file, [name]);
      if (file !== main) {
        main.imports.push({ kind: "loaded", target: { file } });
      }
    }
    reach.includeEffects(visited);
    this.lacking = reach.lacking;
    this.unknown = reach.unknown;
    const shapes = this.shapes(prelude, predicate, made);
    const parse = (text) => this.tree(text, "header", "header");
    for (const file of this.loaded()) {
      await rewrite(file, parse, this.machine.runtime.ffi.makeList);
    }
    return { main, predicate, made, shapes, notes: [...this.replaced(), ...reach.remarks] };
  }

  // How the handout wants the arguments to look; also notes the shapes of the fields of records.
  shapes(prelude, predicate, made) {
    const instructors = [prelude, ...this.files.values()].filter((file) => file?.origin === "support");
    const shapes = new Shapes([...new Set(instructors)], this.request.records);
    for (const constructor of Object.values(made)) {
      constructor.shapes = shapes.fields(constructor.file, constructor.name);
    }
    return shapes.parameters([...new Set([...this.request.predicate, predicate])]);
  }

  // The files of which something is needed.
  loaded() {
    return [...this.files.values()].filter((file) => file.context !== undefined && isLoaded(file));
  }

  // What became of missing files: those that the predicate needs something of, and those that may define a name that it lacks.
  replaced() {
    const notes = this.missing.flatMap(({ missing, sources, context, module }) => {
      if (context) {
        return [`the context \`${missing}\` is missing; its names were taken from \`${LARGEST}\``];
      }
      const from = [...sources].filter((source) => source !== "the prelude");
      if (from.length > 0) {
        return [`\`${missing}\` is missing; its types were taken from ${from.join(" and ")}`];
      }
      return this.unknown.length > 0 && !module ? [`\`${missing}\` is missing`] : [];
    });
    return new Set(notes);
  }

  // The name of a file in answers: its path in the submission or in the support folder.
  nameOf(file) {
    const folder = [this.submission, this.support].find((root) => root !== null && file.startsWith(root + path.sep));
    return folder === undefined ? path.basename(file) : path.relative(folder, file);
  }

  inSubmission(location) {
    return location.startsWith(this.submission + path.sep);
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
        if (parameters === this.request.parameters.length) {
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
    const uri = uriOf(location);
    const name = this.nameOf(location);
    const tree = withoutTests(this.machine, await this.tree(text, uri, name));
    const file = new SourceFile({ location, uri, name, origin, tree });
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
    const name = toArray(args)[FILE_IMPORTS[kind] ?? 0] ?? "";
    const location = kind in FILE_IMPORTS ? this.locate(file, name) : null;
    if (location !== null && location !== file.location) {
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
    return this.lost(path.basename(name), { line });
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
      path.join(this.submission, base),
      ...same.map((other) => path.join(this.submission, other)),
      ...(this.support === null ? [] : [path.join(this.support, name), path.join(this.support, base)]),
    ];
    const found = places.find((place) => fs.statSync(place, { throwIfNoEntry: false })?.isFile());
    if (found === undefined) {
      return null;
    }
    const location = fs.realpathSync(found);
    const roots = [this.submission, this.support].filter((root) => root !== null);
    return roots.some((root) => location.startsWith(root + path.sep)) ? location : null;
  }
}

module.exports = { Failure, Sources, uriOf };
