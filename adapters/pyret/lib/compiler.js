// Pyret's compiler in this process.
//
// In: the installation folder, then one request after the other. Out: in the folder `build` of a request, the file
// `program.json` with the compiled modules of the submission, in loading order; or a `Failure` with the reason. The
// modules that come with Pyret are already compiled, and information about them is read once. Tests are left out.
"use strict";

const fs = require("fs");
const path = require("path");
const { Machine } = require("./machine");
const { explained, message, placeIn, toArray } = require("./errors");
const { constructors } = require("./records");
const { Failure, Sources, uriOf } = require("./sources");

const PYRET = "node_modules/pyret-npm/pyret-lang/build/phaseA";
// Programs that make the compiler load the modules that nearly all submissions need.
const WARMING = [
  "use context empty-context\n",
  "use context essentials2020\n",
  "use context starter2024\n",
  "import sets as S\nimport lists as L\n",
];

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
    const names = fs.readdirSync(this.compiled).flatMap((file) => /^(.*)-[0-9a-f]{64}-static\.js$/.exec(file)?.[1] ?? []);
    this.builtins = new Set(names);
    this.locatedBuiltins = new Map();
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
    this.known = await machine.call(machine.values("builtin://string-dict")["make-mutable-string-dict"]);
    for (const [index, text] of WARMING.entries()) {
      await this.build(await this.parsed(`/warming-${index}.arr`, text), new Map());
    }
  }

  // Writes `program.json`, or throws a `Failure`.
  async compile(request) {
    try {
      await this.translate(request);
    } catch (error) {
      if (error instanceof Failure || !this.machine.runtime.isPyretException(error)) {
        throw error;
      }
      const { words } = await explained(this.machine, error.exn);
      throw new Failure({ why: "syntax", message: `Pyret's compiler failed: ${words}` });
    }
  }

  async translate(request) {
    const sources = new Sources(this.machine, this.builtins, request);
    const { main, predicate } = await sources.gather();
    const { made, text, location } = constructors(request.records, sources.scopes(main), uriOf);
    const modules = await this.build(main, sources.files);
    for (const { uri, problems } of modules) {
      if (problems.length > 0) {
        throw await this.failure(problems[0], uri, sources);
      }
    }
    const byUri = new Map([...sources.files.values()].map((file) => [file.uri, file.location]));
    const named = modules.map(({ uri, code }) => {
      return { uri, code, file: sources.nameOf(byUri.get(uri)), submitted: sources.inSubmission(byUri.get(uri)) };
    });
    if (text !== null) {
      const [{ uri, code }] = await this.build(await this.parsed(location, text), new Map());
      named.unshift({ uri, code, file: path.basename(location), submitted: false });
    }
    const program = { main: main.uri, predicate, records: made, modules: named };
    fs.writeFileSync(path.join(request.build, "program.json"), JSON.stringify(program));
  }

  // A file that does not exist.
  async parsed(location, text) {
    const uri = uriOf(location);
    const tree = await this.machine.call(this.machine.values("builtin://parse-pyret")["surface-parse"], text, uri);
    return { location, uri, tree };
  }

  async failure(problem, uri, sources) {
    const files = new Map([...sources.files.values()].map((file) => [file.uri, file]));
    const place = placeIn(problem, (source) => files.has(source)) ?? { uri };
    const file = sources.nameOf(files.get(place.uri).location);
    const words = await message(this.machine, problem);
    return new Failure({ why: "invalid", message: words, file, ...(place.line && { line: place.line }) });
  }

  // Compiles a file after everything it imports. Returns the modules that are not built in, in loading order.
  async build(main, files) {
    const { machine } = this;
    const located = new Map();
    for (const file of [main, ...files.values()]) {
      located.set(file.location, await this.locate(file));
    }
    try {
      return await this.outcomes(located, located.get(main.location).dict.locator);
    } finally {
      // The next submission may have a file of the same name.
      for (const { uri } of [main, ...files.values()]) {
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
