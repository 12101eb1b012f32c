// A Pyret runtime in this process.
//
// In: what `prepare.js` made of the installation. Out: a runtime with the modules that were asked for. Nothing is written
// to standard output: what a program prints goes to standard error.
"use strict";

const fs = require("fs");
const path = require("path");
const { Readable } = require("stream");
const { loadScript } = require("./script");

// Node's own modules that Pyret's natives may have, and those in whose place stands a thing that refuses: drawing, networking
// and, but for the compiler, files. A predicate has no use for them.
const ALLOWED = new Set(["path", "readline", "util", "crypto", "stream", "events"]);
const REFUSED = new Set(["fs", "os", "canvas", "vega", "http", "https", "ws", "resolve"]);

// How many calls Pyret makes before it lets the event loop have a turn. Nobody waits for one here.
const RUN_GAS = 1000000;

function inert(name) {
  const refuse = () => {
    throw new Error(`${name} is not available here`);
  };
  return new Proxy(refuse, {
    get: (target, key) => (key === "then" || typeof key === "symbol" ? undefined : inert(`${name}.${key}`)),
    has: () => true,
    apply: refuse,
    construct: refuse,
  });
}

function nativeRequire(files) {
  const allowed = new Set([...ALLOWED, ...(files ? ["fs", "os"] : [])]);
  const load = (name) => {
    const plain = name.replace(/^node:/, "");
    return allowed.has(plain) ? require(plain) : inert(plain);
  };
  load.resolve = (name) => {
    if (!ALLOWED.has(name) && !REFUSED.has(name)) {
      throw new Error(`no module ${name}`);
    }
    return `/${name}`;
  };
  return load;
}

class Machine {
  // `prepared` is the folder that `prepare.js` filled, `program` the name of a script there: `builtins` or `compiler`.
  constructor(prepared, program) {
    if (!fs.existsSync(path.join(prepared, `${program}.js`))) {
      throw new Error(`there is no Pyret in ${path.dirname(prepared)}: run \`custodiet setup pyret\``);
    }
    this.scripts = {};
    for (const name of ["runtime", program]) {
      this.scripts[name] = loadScript(path.join(prepared, `${name}.js`));
    }
    this.native = this.scripts.runtime.runInThisContext()(nativeRequire(program === "compiler"));
    this.program = this.scripts[program].runInThisContext();
    this.realm = { instantiated: {}, static: {} };
    this.native(["pyret-base/js/runtime", "pyret-base/js/post-load-hooks"], (runtime, hooks) => {
      const print = (text) => process.stderr.write(text);
      this.runtime = runtime.makeRuntime({ stdout: print, stderr: print, stdin: Readable.from([]) });
      this.runtime.setParam("command-line-arguments", []);
      this.runtime.modules = this.realm.instantiated;
      this.hooks = hooks.makeDefaultPostLoadHooks(this.runtime, { main: "none", checks: "none" });
    });
  }

  // Runs `thunk` on the Pyret stack. Gives `{value}` or `{error}`.
  run(thunk) {
    return new Promise((resolve) => {
      this.runtime.runThunk(thunk, (result) => {
        resolve(this.runtime.isSuccessResult(result) ? { value: result.result } : { error: result.exn });
      }, { initialRunGas: RUN_GAS });
    });
  }

  // Calls a Pyret function; an exception is thrown.
  async call(fun, ...args) {
    const { value, error } = await this.run(() => fun.app(...args));
    if (error !== undefined) {
      throw error;
    }
    return value;
  }

  // Calls a method.
  send(object, name, ...args) {
    return this.call(this.runtime.getField(object, name), ...args);
  }

  // Loads modules in the order given, each after those it requires. `modules` holds those that are not in the program,
  // `depMap` says for each of these what its imports refer to.
  load(order, modules, depMap) {
    const all = { ...this.program.modules, ...modules };
    const known = { ...this.program.depMap, ...depMap };
    return this.run(() => this.runtime.runStandalone(all, this.realm, known, order, this.hooks));
  }

  // What a module provides.
  values(uri) {
    const { runtime } = this;
    return runtime.getField(runtime.getField(this.realm.instantiated[uri], "provide-plus-types"), "values").dict;
  }

  // `uris` and all they need, each after those it requires.
  closure(uris) {
    const order = new Set();
    const visit = (uri) => {
      if (!order.has(uri)) {
        Object.values(this.program.depMap[uri]).forEach(visit);
        order.add(uri);
      }
    };
    uris.forEach(visit);
    return [...order];
  }
}

module.exports = { Machine };
