// Runs the files of a submission as CommonJS or ES modules, each without its top-level tests.
//
// The entry file also reveals its top-level bindings, so that nothing has to be exported.
"use strict";

const fs = require("fs");
const Module = require("module");
const path = require("path");
const vm = require("vm");
const { read, withoutTests } = require("./source.js");
const { anything, provideGlobals, replacement, toolNames } = require("./tests.js");

// A prefix that no submission uses.
const PREFIX = "custodiet$";
const JAVASCRIPT = /\.[cm]?js$/i;

class Modules {
  constructor(folder, support, names) {
    this.folders = [folder, support].filter(Boolean).map((each) => each + path.sep);
    this.support = support;
    this.names = names;
    this.sources = new Map();
    this.linked = new Map();
    this.loading = { now: true };
    this.hook();
  }

  // The syntax tree of a file, parsed once.
  source(file) {
    if (!this.sources.has(file)) {
      try {
        this.sources.set(file, read(fs.readFileSync(file, "utf8").replace(/^\uFEFF/, ""), file));
      } catch (error) {
        if (error instanceof SyntaxError) error.custodietFile = file;
        throw error;
      }
    }
    return this.sources.get(file);
  }

  // Runs the file. Returns what it defines, by name, and what it exports as a whole.
  async load(file) {
    provideGlobals();
    const source = this.source(file);
    let own;
    let exported;
    if (source.isModule) {
      const module = this.esModule(file, source);
      await this.link(module);
      await module.evaluate();
      exported = module.namespace;
      own = (name) => exported[PREFIX + name];
    } else {
      const require = Module.createRequire(file);
      this.entry = file;
      exported = require(file);
      own = (name) => this.bound?.[name]?.();
    }
    this.loading.now = false;
    // For ES modules, the whole is the default export.
    const whole = source.isModule ? exported.default : exported;
    const find = (name) => {
      if (name === "default") return whole;
      if (source.bound.has(name) && own(name) !== undefined) return own(name);
      if (typeof exported?.[name] === "function") return exported[name];
      if (typeof whole?.[name] === "function") return whole[name];
      return typeof whole === "function" && whole.name === name ? whole : undefined;
    };
    return { find, whole };
  }

  // Node's own CommonJS loader, with our source texts and with the imports of tests replaced.
  hook() {
    const load = (module, file) => {
      if (!this.isTheirs(file)) return plain(module, file);
      const source = this.source(file);
      if (source.isModule) {
        const error = new Error(`\`${path.basename(file)}\` is an ES module and cannot be loaded by \`require\``);
        throw Object.assign(error, { code: "ERR_REQUIRE_ESM" });
      }
      let tail = "";
      if (file === this.entry) {
        Object.defineProperty(module, PREFIX, { value: (bound) => (this.bound = bound) });
        tail = `\n;module.${PREFIX}?.({${[...source.bound.keys()].map((name) => `${name}:()=>${name}`)}});`;
      }
      module._compile(withoutTests(source, this.names) + tail, file);
    };
    const plain = Module._extensions[".js"];
    Module._extensions[".js"] = Module._extensions[".cjs"] = Module._extensions[".mjs"] = load;
    const { _load, _resolveFilename } = Module;
    const replaced = (request) => replacement(request, this.loading, (name) => _load.call(Module, name));
    this.builtin = (request) => replaced(request) ?? (Module.isBuiltin(request) ? require(request) : undefined);
    Module._load = (request, ...rest) => replaced(request) ?? _load.call(Module, request, ...rest);
    Module._resolveFilename = (request, parent, ...rest) => {
      try {
        return _resolveFilename.call(Module, request, parent, ...rest);
      } catch (error) {
        // Starter files were next to the submission where it was written, but are elsewhere here.
        if (!this.support || error.code !== "MODULE_NOT_FOUND" || path.isAbsolute(request)) throw error;
        try {
          return _resolveFilename.call(Module, path.join(this.support, request.replace(/^(\.\.?\/)+/, "")), parent, ...rest);
        } catch {
          throw error;
        }
      }
    };
  }

  isTheirs(file) {
    return this.folders.some((folder) => file.startsWith(folder));
  }

  esModule(file, source) {
    if (!this.linked.has(file)) {
      const names = [...source.bound.keys()].map((name) => `${name} as ${PREFIX}${name}`);
      const module = new vm.SourceTextModule(`${withoutTests(source, this.names)}\n;export{${names}};`, {
        identifier: file,
        initializeImportMeta(meta) {
          meta.url = require("url").pathToFileURL(file).href;
          meta.filename = file;
          meta.dirname = path.dirname(file);
        },
        importModuleDynamically: async (request) => {
          const target = this.target(request, file);
          await this.link(target);
          if (target.status === "linked") await target.evaluate();
          return target;
        },
      });
      this.linked.set(file, module);
    }
    return this.linked.get(file);
  }

  async link(module) {
    if (module.status !== "unlinked") return;
    try {
      await module.link((request, parent) => this.target(request, parent.identifier));
    } catch (error) {
      // Node reports a name that the other file does not export as a syntax error.
      if (error instanceof SyntaxError && !error.custodietFile) error.custodietImport = true;
      throw error;
    }
  }

  // What an ES module imports: another one, or a CommonJS module or a part of Node with its exports as names.
  target(request, from) {
    const builtin = this.builtin(request);
    const given = request.startsWith("file:") ? require("url").fileURLToPath(request) : request;
    const file = builtin === undefined ? Module.createRequire(from).resolve(given) : request;
    if (builtin === undefined && JAVASCRIPT.test(file) && this.isTheirs(file)) {
      const source = this.source(file);
      if (source.isModule) return this.esModule(file, source);
    }
    if (!this.linked.has(file)) this.linked.set(file, synthetic(file, builtin ?? Module.createRequire(from)(file)));
    return this.linked.get(file);
  }
}

function synthetic(identifier, value) {
  const isObject = value !== null && ["object", "function"].includes(typeof value);
  const names = value === anything ? toolNames() : isObject ? Object.keys(value) : [];
  const all = [...new Set([...names, "default"])];
  return new vm.SyntheticModule(
    all,
    function () {
      for (const name of all) this.setExport(name, name === "default" ? value : value[name]);
    },
    { identifier },
  );
}

module.exports = { Modules };
