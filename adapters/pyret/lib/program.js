// Loads a compiled submission.
//
// In: the modules from the compiler. Out: the values that its modules define, and for an exception the kind, the message
// and the innermost line of the submission. The compiler has already removed the submission's tests.
"use strict";

const vm = require("vm");
const { explained, placeIn, tidy } = require("./errors");

// The runtime allows unlimited stacks; an exception reports at most this many frames.
const FRAMES = 60;

class Program {
  // `builtins` are modules of Pyret that are needed in addition.
  constructor(machine, modules, builtins, seed) {
    this.machine = machine;
    this.builtins = builtins;
    this.seed = seed;
    this.modules = modules.map((module, index) => ({ ...module, index, ...this.evaluated(module.code, index) }));
    this.byUri = new Map(this.modules.map((module) => [module.uri, module]));
    machine.native(["source-map"], (sourceMap) => {
      this.sourceMap = sourceMap;
    });
    Error.stackTraceLimit = FRAMES;
  }

  evaluated(code, index) {
    const { requires, nativeRequires, theModule, theMap } = vm.runInThisContext(code);
    const filename = `submission-${index}`;
    return { requires, nativeRequires, theMap, theModule: vm.runInThisContext(`(${theModule})`, { filename }) };
  }

  // Runs the top levels. Returns null, or what was raised.
  async load() {
    const depMap = {};
    const builtins = [...this.builtins];
    for (const { uri, requires } of this.modules) {
      depMap[uri] = {};
      for (const dep of requires) {
        if (dep["import-type"] === "builtin") {
          depMap[uri][`builtin(${dep.name})`] = `builtin://${dep.name}`;
          builtins.push(`builtin://${dep.name}`);
        } else {
          depMap[uri][`${dep.protocol}(${dep.args.join(", ")})`] = `file://${dep.args[0]}`;
        }
      }
    }
    // These are needed by the runtime itself, to report errors and to build values.
    const always = ["checker", "data-source", "ffi", "sets", "table"].map((name) => `builtin://${name}`);
    const order = this.machine.closure([...always, ...builtins]);
    const { error: broken } = await this.machine.load(order, {}, {});
    if (broken !== undefined) {
      throw broken;
    }
    await this.reseed();
    const own = Object.fromEntries(this.byUri);
    const { error } = await this.machine.load([...this.byUri.keys()], own, depMap);
    return error === undefined ? null : this.described(error);
  }

  // Resets the random seed, so that an answer does not depend on earlier calls.
  reseed() {
    return this.machine.call(this.machine.values("builtin://global")["num-random-seed"], this.seed);
  }

  // What a module defines at its top level, provided or not.
  defined(uri) {
    return this.machine.realm.instantiated[uri].dict["defined-values"];
  }

  // The fields of `raised`.
  async described(error) {
    const { machine } = this;
    if (!machine.runtime.isPyretException(error)) {
      return { class: error?.name ?? "Error", message: tidy(String(error?.message ?? error)), ...this.place(error, null) };
    }
    const { kind, words } = await explained(machine, error.exn);
    return { class: kind, message: words, ...this.place(error, error.exn) };
  }

  // Where it happened: the location in the exception, or else the innermost frame.
  place(error, exception) {
    const mine = (uri) => this.byUri.get(uri)?.submitted === true;
    const named = placeIn(exception, mine) ?? this.innermost(error, mine);
    return named === null ? {} : { file: this.byUri.get(named.uri).file, line: named.line };
  }

  innermost(error, mine) {
    for (const [, index, line, column] of String(error?.stack ?? "").matchAll(/submission-(\d+):(\d+):(\d+)/g)) {
      const module = this.modules[index];
      const place = mine(module.uri) ? this.original(module, Number(line), Number(column)) : null;
      if (place !== null) {
        return place;
      }
    }
    for (const frame of error?.pyretStack ?? []) {
      if (Array.isArray(frame) && frame.length === 7 && mine(frame[0])) {
        return { uri: frame[0], line: frame[1] };
      }
    }
    return null;
  }

  // The compiler's source maps keep the location in the name: `,line,column,offset,line,column,offset`.
  original(module, line, column) {
    const { SourceMapConsumer } = this.sourceMap;
    if (module.consumer === undefined) {
      module.consumer = new SourceMapConsumer(module.theMap);
      module.consumer.computeColumnSpans();
    }
    const { name } = module.consumer.originalPositionFor({ source: module.uri, line, column });
    const found = /,(\d+),\d+,\d+,\d+,\d+,\d+$/.exec(name ?? "");
    return found === null ? null : { uri: module.uri, line: Number(found[1]) };
  }
}

module.exports = { Program };
