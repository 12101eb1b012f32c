// A Pyret runtime in this process.
//
// In: the output of `prepare.js`. Out: a runtime with the requested modules. Nothing is written
// to standard output: printed text goes to standard error.
"use strict";

const fs = require("fs");
const path = require("path");
const { Readable } = require("stream");
const { loadScript } = require("./script");

// Node's own modules that Pyret's native code may use, and those replaced by an object that throws: drawing, networking
// and, except in the compiler, files. A predicate does not need them.
const ALLOWED = new Set(["path", "readline", "util", "crypto", "stream", "events"]);
const REFUSED = new Set(["fs", "os", "canvas", "vega", "http", "https", "ws", "resolve"]);

// How many calls Pyret makes before it yields to the event loop. Nothing here waits for it.
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
      throw new Error(`Pyret is not installed in ${path.dirname(prepared)}: run \`custodiet setup pyret\``);
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

  // Runs `thunk` on the Pyret stack. Returns `{value}` or `{error}`.
  run(thunk) {
    return new Promise((resolve) => {
      this.runtime.runThunk(thunk, (result) => {
        resolve(this.runtime.isSuccessResult(result) ? { value: result.result } : { error: result.exn });
      }, { initialRunGas: RUN_GAS });
    });
  }

  // Calls a Pyret function; throws if it raises.
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

  // Loads modules in the given order, each after those it requires. `modules` contains those that are not in the program,
  // `depMap` maps the imports of each of these.
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

  // `uris` and everything they need, each after those it requires.
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
