// Pyret's compiler in this process.
//
// In: the installation folder, then one request after the other. Out: in the folder `build` of a request, the file
// `program.json` with the compiled modules of the submission, in loading order; or a `Failure` with the reason. The
// modules that come with Pyret are already compiled, and information about them is read once. Tests are left out.
"use strict";

const fs = require("fs");
const path = require("path");
const { Machine } = require("./machine");
const { explained, message, placeIn } = require("./errors");
const { Failure, Sources, uriOf } = require("./sources");
const { toArray } = require("./tree");
const { lackingFailure, unboundFailure, unboundIn } = require("./undefined");

const PYRET = "node_modules/pyret-npm/pyret-lang/build/phaseA";
// Programs that make the compiler load the modules that nearly all submissions need.
const WARMING = [
  "use context empty-context\n",
  "use context essentials2020\n",
  "use context starter2024\n",
  "import sets as S\nimport lists as L\n",
];

// What each module of Pyret provides: values, types, and the data type that a value belongs to.
function providesIn(prepared) {
  const modules = JSON.parse(fs.readFileSync(path.join(prepared, "provides.json"), "utf8"));
  const described = ({ values, types, data }) => {
    const owners = Object.entries(data).flatMap(([type, members]) => members.map((member) => [member, type]));
    return { values: new Set(values), types: new Set(types), owners: new Map(owners) };
  };
  return new Map(Object.entries(modules).map(([name, names]) => [name, described(names)]));
}

class Compiler {
  static async start(installation) {
    const compiler = new Compiler(installation);
    const { machine } = compiler;
    const { error } = await machine.load(machine.program.order, {}, {});
    if (error !== undefined) {
      throw error;
    }
    await compiler.prepare();
    return compiler;
  }

  constructor(installation) {
    this.machine = new Machine(path.join(installation, "prepared"), "compiler");
    this.compiled = path.join(installation, PYRET, "lib-compiled");
    this.provides = providesIn(path.join(installation, "prepared"));
    this.locatedBuiltins = new Map();
    // Definitions of the problem's types, and whether Pyret can parse them.
    this.valid = new Map();
  }

  // The compiler's own modules, by the end of their name.
  module(name) {
    return this.machine.values(this.machine.program.order.find((uri) => uri.endsWith(`/compiler/${name}`)));
  }

  async prepare() {
    const { machine } = this;
    const { runtime } = machine;
    this.lib = this.module("compile-lib.arr");
    this.structs = this.module("compile-structs.arr");
    this.loader = this.module("cli-module-loader.arr");
    this.fileLocator = this.module("locators/file.arr")["file-locator"];
    this.options = this.structs["default-compile-options"].extendWith({
      "check-mode": runtime.makeBoolean(false),
      "display-progress": runtime.makeBoolean(false),
    });
    this.context = this.loader["default-start-context"].extendWith({
      "cache-base-dir": this.compiled,
      "compiled-read-only-dirs": runtime.ffi.makeList([this.compiled]),
    });
    this.globals = {};
    for (const kind of ["values", "types"]) {
      this.globals[kind] = new Set(toArray(await machine.send(this.structs["standard-globals"].dict[kind], "keys-list")));
    }
    this.known = await machine.call(machine.values("builtin://string-dict")["make-mutable-string-dict"]);
    for (const [index, text] of WARMING.entries()) {
      await this.build(await this.parsed(`/warming-${index}.arr`, text), []);
    }
  }

  // Writes `program.json`, or throws a `Failure`.
  compile(request) {
    return this.attributed(request, () => this.translate(request));
  }

  // Throws a `Failure` if the prelude cannot be used.
  check(request) {
    return this.attributed(request, async () => {
      const sources = this.sources({ ...request, submission: null, files: [] });
      const prelude = await sources.gatherPrelude();
      if (prelude !== null) {
        await this.modules(prelude, sources.loaded(), []);
      }
    });
  }

  // A mistake outside of the submission is not the student's: the message names the file, and nothing is asked of them.
  async attributed({ files = [] }, work) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof Failure) {
        const { why, message: words, file, line } = error.fields;
        if (file === undefined || files.includes(file)) {
          throw error;
        }
        throw new Failure({ why, message: `\`${file}\` has an error${line === undefined ? "" : ` on line ${line}`}: ${words}` });
      }
      if (error instanceof RangeError) {
        throw new Failure({ why: "invalid", message: "the program is nested too deeply" });
      }
      if (!this.machine.runtime.isPyretException(error)) {
        throw error;
      }
      const { words } = await explained(this.machine, error.exn);
      throw new Failure({ why: "syntax", message: `Pyret's compiler failed: ${words}` });
    }
  }

  sources(request) {
    return new Sources(this.machine, { provides: this.provides, globals: this.globals, valid: this.valid }, request);
  }

  // Compiles the files, or throws a `Failure`.
  async modules(main, files, notes) {
    const modules = await this.build(main, files);
    const problems = modules.flatMap((module) => module.problems);
    if (problems.length > 0) {
      throw await this.failure(problems, files, notes);
    }
    return modules;
  }

  async translate(request) {
    const sources = this.sources(request);
    const { main, predicate, made, shapes, reach, notes } = await sources.gather();
    if (reach.lacking.length > 0) {
      throw new Failure({ ...lackingFailure(reach.lacking, reach.unknown), notes });
    }
    const files = sources.loaded();
    const modules = await this.modules(main, files, notes);
    const byUri = new Map(files.map((file) => [file.uri, file]));
    const named = modules.map(({ uri, code }) => {
      const { name, origin } = byUri.get(uri);
      return { uri, code, file: name, submitted: origin === "submission" };
    });
    const records = Object.entries(made).map(([record, { file, ...rest }]) => [record, { uri: file.uri, ...rest }]);
    const program = { main: main.uri, predicate, records: Object.fromEntries(records), shapes, notes, modules: named };
    fs.writeFileSync(path.join(request.build, "program.json"), JSON.stringify(program));
  }

  // A file that does not exist.
  async parsed(location, text) {
    const uri = uriOf(location);
    const tree = await this.machine.call(this.machine.values("builtin://parse-pyret")["surface-parse"], text, uri);
    return { id: location, location, uri, tree };
  }

  async failure(problems, files, notes) {
    const unbound = problems.filter((problem) => unboundIn(problem) !== null);
    if (unbound.length > 0) {
      return new Failure({ ...unboundFailure(unbound, files), notes });
    }
    const [problem] = problems;
    const byUri = new Map(files.map((file) => [file.uri, file.name]));
    const place = placeIn(problem, (source) => byUri.has(source));
    const where = place === null ? {} : { file: byUri.get(place.uri), line: place.line };
    const words = await message(this.machine, problem, (source, line) => source === place?.uri && line !== place.line);
    return new Failure({ why: "invalid", message: words, ...where, notes });
  }

  // Compiles a file after everything it imports. Returns the modules that are not built in, in loading order.
  async build(main, files) {
    const { machine } = this;
    const located = new Map();
    for (const file of [main, ...files]) {
      located.set(file.id, await this.locate(file));
    }
    try {
      return await this.outcomes(located, located.get(main.id).dict.locator);
    } finally {
      // The next submission may have a file of the same name.
      for (const { uri } of [main, ...files]) {
        await machine.send(this.known, "remove-now", uri);
      }
    }
  }

  async outcomes(located, start) {
    const { machine, lib } = this;
    const finder = machine.runtime.makeFunction((context, dependency) => {
      const { modname, arguments: names } = dependency.dict;
      return modname === undefined ? located.get(names.dict.first) : this.locateBuiltin(modname, context, dependency);
    }, "finder");
    const worklist = await this.worklist(finder, start);
    const result = await machine.call(lib["compile-program-with"], worklist, this.known, this.options);
    const modules = [];
    for (const [index, loadable] of toArray(result.dict.loadables).entries()) {
      const uri = await machine.send(toArray(worklist)[index].dict.locator, "uri");
      if (!uri.startsWith("builtin://")) {
        modules.push({ uri, ...(await this.outcome(loadable.dict["result-printer"])) });
      }
    }
    return modules;
  }

  // Runs on the Pyret stack. Each module is read once.
  locateBuiltin(name, context, dependency) {
    if (this.locatedBuiltins.has(name)) {
      return this.locatedBuiltins.get(name);
    }
    return this.machine.runtime.safeCall(
      () => this.loader["module-finder"].app(context, dependency),
      (located) => {
        this.locatedBuiltins.set(name, located);
        return located;
      },
      "locating a builtin",
    );
  }

  async worklist(finder, start) {
    const { machine, lib, context, known } = this;
    const { value, error } = await machine.run(() => {
      return lib["compile-worklist-known-modules"].app(finder, start, context, known);
    });
    if (error === undefined) {
      return value;
    }
    const raised = error.exn?.dict?.value;
    if (typeof raised === "string" && raised.startsWith("Detected module cycle")) {
      throw new Failure({ why: "import", message: "the files have circular imports" });
    }
    throw error;
  }

  async outcome(result) {
    const { problems, code } = result.dict;
    if (problems !== undefined) {
      return { problems: toArray(problems) };
    }
    return { problems: [], code: await this.machine.send(code, "pyret-to-js-runnable") };
  }

  // The module interface that the compiler expects, with the existing syntax tree.
  async locate({ location, uri, tree }) {
    const { machine, lib } = this;
    const { runtime } = machine;
    const module = await machine.call(lib["pyret-ast"], tree);
    const locator = await machine.call(this.fileLocator, location, this.structs["standard-globals"]);
    const own = locator.extendWith({
      "get-module": runtime.makeMethod0(() => module, "get-module"),
      uri: runtime.makeMethod0(() => uri, "uri"),
    });
    return machine.call(lib.located, own, this.context);
  }
}

module.exports = { Compiler, Failure };
