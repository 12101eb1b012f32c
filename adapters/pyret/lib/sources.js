// Reads the files of a submission and prepares them for the compiler.
//
// In: the request. Out: for the file with the predicate and all files it imports, the syntax tree with its imports pointing at
// local files, or a `Failure` with the reason. Line numbers stay the same: only the tree changes.
"use strict";

const fs = require("fs");
const path = require("path");
const { isData, message, placeIn, tidy, toArray, variantOf } = require("./errors");

const PRELUDE = "prelude.arr";
// Contexts that do not come with Pyret's command line, and the closest ones that do.
const NEAREST = [
  [/^essentials/, "essentials2020"],
  [/^(starter|dcic|bootstrap)/, "starter2024"],
];
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

// What a file defines at its top level: values with the number of their parameters if it is written there (else null), types,
// and the fields of constructors.
function definitions(tree) {
  const values = new Map();
  const types = new Set();
  const constructors = new Map();
  for (const statement of toArray(tree.dict.block.dict.stmts)) {
    const { name, args, value, variants } = statement.dict;
    switch (variantOf(statement)) {
      case "s-fun":
        values.set(name, toArray(args).length);
        break;
      case "s-let":
      case "s-var":
      case "s-rec":
        if (name.dict.id?.dict.s !== undefined) {
          values.set(name.dict.id.dict.s, variantOf(value) === "s-lam" ? toArray(value.dict.args).length : null);
        }
        break;
      case "s-data":
        types.add(name);
        values.set(`is-${name}`, 1);
        for (const variant of toArray(variants)) {
          const members = toArray(variant.dict.members).map((member) => member.dict.bind.dict.id?.dict.s ?? "_");
          constructors.set(variant.dict.name, members);
          values.set(variant.dict.name, members.length);
          values.set(`is-${variant.dict.name}`, 1);
        }
        break;
      case "s-type":
      case "s-newtype":
        types.add(name.dict.s);
        break;
      default:
    }
  }
  return { values, types, constructors };
}

function isImportType(value) {
  return ["s-const-import", "s-special-import"].includes(variantOf(value));
}

// Removes the tests: check blocks and `where:` blocks. Names that only they mention need not exist.
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
  // `builtins` are the names of the modules that come with Pyret.
  constructor(machine, builtins, request) {
    this.machine = machine;
    this.builtins = builtins;
    this.request = request;
    this.submission = fs.realpathSync(request.submission);
    this.support = request.support ? fs.realpathSync(request.support) : null;
    this.files = new Map();
  }

  // The name of a file in answers: its path in the submission or in the support folder.
  nameOf(file) {
    const folder = [this.submission, this.support].find((root) => root !== null && file.startsWith(root + path.sep));
    return folder === undefined ? path.basename(file) : path.relative(folder, file);
  }

  // Finds the file with the predicate, and reads it and everything it imports.
  async gather() {
    const candidates = [];
    const found = [];
    const unreadable = [];
    for (const name of this.request.files) {
      let file;
      try {
        file = await this.parsed(path.join(this.submission, name));
      } catch (error) {
        // Harmless if the predicate is in another file that does not import this one.
        unreadable.push(error);
        continue;
      }
      const { values } = definitions(file.tree);
      const predicate = this.request.predicate.find((predicate) => values.has(predicate));
      if (predicate !== undefined) {
        found.push({ file, name, predicate });
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
    const [{ file, name, predicate }] = found;
    const takes = definitions(file.tree).values.get(predicate);
    const wants = this.request.parameters.length;
    if (takes !== null && takes !== wants) {
      const words = `${predicate} takes ${plural(takes, "argument")}, not ${wants}`;
      throw new Failure({ why: "arity", message: words, file: name });
    }
    await this.visit(file);
    return { main: file, predicate };
  }

  async parsed(name) {
    const location = fs.realpathSync(name);
    if (this.files.has(location)) {
      return this.files.get(location);
    }
    const uri = uriOf(location);
    const text = fs.readFileSync(location, "utf8").replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
    const tree = withoutTests(this.machine, await this.tree(text, uri, this.nameOf(location)));
    const file = { location, uri, tree, visited: false };
    this.files.set(location, file);
    return file;
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

  // Points the imports of a file at local files, and continues with those.
  async visit(file) {
    if (file.visited) {
      return;
    }
    file.visited = true;
    const { tree } = file;
    const imports = toArray(tree.dict.imports).flatMap(({ dict }) => [dict.file, dict.mod].filter(isImportType));
    const use = tree.dict._use.dict.value;
    for (const imported of use === undefined ? imports : [use.dict.mod, ...imports]) {
      await this.redirect(file, imported, imported === use?.dict.mod);
    }
    if (this.inSubmission(file.location)) {
      await this.includePrelude(file);
    }
    for (const location of file.imports ?? []) {
      await this.visit(this.files.get(location));
    }
  }

  // What the file with the predicate and those it imports define, the one with the predicate first.
  scopes(main) {
    const others = [...this.files.values()].filter((file) => file.visited && file !== main);
    return [main, ...others].map(({ uri, tree }) => ({ uri, ...definitions(tree) }));
  }

  inSubmission(location) {
    return location.startsWith(this.submission + path.sep);
  }

  async redirect(file, imported, isContext) {
    const fail = (message) => {
      const { "start-line": line } = imported.dict.l.dict;
      throw new Failure({ why: "import", message, file: this.nameOf(file.location), line });
    };
    if (variantOf(imported) === "s-const-import") {
      const name = imported.dict.mod;
      const nearest = isContext ? NEAREST.find(([pattern]) => pattern.test(name)) : undefined;
      if (this.builtins.has(name)) {
        return;
      }
      if (nearest === undefined) {
        fail(`there is no ${isContext ? "context" : "module"} ${name} here`);
      }
      [, imported.dict.mod] = nearest;
      return;
    }
    const { kind, args } = imported.dict;
    if (!(kind in FILE_IMPORTS)) {
      fail(`imports by ${kind} are not supported`);
    }
    const name = toArray(args)[FILE_IMPORTS[kind]] ?? "";
    const location = this.find(file, name);
    if (location === null) {
      fail(`there is no file ${JSON.stringify(name)}, neither in the submission nor in the support folder`);
    }
    const { uri } = await this.parsed(location);
    if (uri === file.uri) {
      fail("the file imports itself");
    }
    imported.dict.kind = "file";
    imported.dict.args = this.machine.runtime.ffi.makeList([location]);
    (file.imports ??= new Set()).add(location);
  }

  // The local file that an import refers to: next to the importing file, in the submission, or in the support folder.
  find(file, name) {
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

  // Includes the prelude of the support folder in a file that does not import it: all its names except those that the file
  // defines itself.
  async includePrelude(file) {
    const place = this.support && path.join(this.support, PRELUDE);
    if (!place || !fs.existsSync(place)) {
      return;
    }
    const prelude = await this.parsed(place);
    const all = await this.tree("provide *\nprovide-types *\n", "prelude", PRELUDE);
    prelude.tree.dict._provide = all.dict._provide;
    prelude.tree.dict["provided-types"] = all.dict["provided-types"];
    if (file.imports?.has(prelude.location)) {
      return;
    }
    const own = definitions(file.tree);
    const theirs = definitions(prelude.tree);
    const names = [
      ...[...theirs.values.keys()].filter((name) => !own.values.has(name)),
      ...[...theirs.types].filter((name) => !own.types.has(name)).map((name) => `type ${name}`),
    ];
    if (names.length === 0) {
      return;
    }
    const location = JSON.stringify(prelude.location);
    const text = `import file(${location}) as custodiet-prelude\ninclude from custodiet-prelude: ${names.join(", ")} end\n`;
    const added = await this.tree(text, "prelude", PRELUDE);
    const imports = [...toArray(file.tree.dict.imports), ...toArray(added.dict.imports)];
    file.tree.dict.imports = this.machine.runtime.ffi.makeList(imports);
    (file.imports ??= new Set()).add(prelude.location);
  }
}

module.exports = { Failure, Sources, uriOf };
