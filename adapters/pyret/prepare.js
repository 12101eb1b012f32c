// Makes the installation start quickly. `custodiet setup pyret` runs it once after `npm ci`.
//
//     node prepare.js FOLDER
//
// In: FOLDER with pyret-npm in its node_modules. Out: FOLDER/prepared with `runtime.js` (the runtime and its native modules),
// `builtins.js` (the modules that come with Pyret, compiled), `compiler.js` (the modules of Pyret's compiler), the code caches
// of all three, `provides.json` (the names that the modules provide) and, at last, `complete`. If what is written here changes,
// `complete` gets another name, so that older installations are not used.
"use strict";

const fs = require("fs");
const path = require("path");
const vm = require("vm");
const { Compiler } = require("./lib/compiler");
const { Machine } = require("./lib/machine");
const { saveCache } = require("./lib/script");

// What programs load; the cache contains what these execute.
const CONTEXTS = ["builtin://essentials2020", "builtin://starter2024"];

function runtimeSource(pyret) {
  const config = JSON.parse(fs.readFileSync(path.join(pyret, "config.json"), "utf8"));
  const files = Object.values(config["raw-js"]).map((file) => file.replace("$PYRET", pyret));
  const parts = [path.join(pyret, "js/amd_loader.js"), path.join(pyret, "bundled-node-deps.js"), ...files];
  const text = parts.map((file) => fs.readFileSync(file, "utf8")).join("\n");
  return `(function (require) {\n${text}\nreturn requirejs;\n})`;
}

// A script of modules. Pyret writes its own modules as functions in strings; here they become functions. Source maps are
// dropped: only lines of the submission are ever reported.
function programSource(modules, depMap, order) {
  const entries = modules.map(([uri, { requires, nativeRequires, theModule }]) => {
    const fields = `requires: ${JSON.stringify(requires)}, nativeRequires: ${JSON.stringify(nativeRequires)}`;
    return `${JSON.stringify(uri)}: {${fields}, theModule: ${theModule}}`;
  });
  return `({modules: {\n${entries.join(",\n")}\n},\ndepMap: ${JSON.stringify(depMap)},\norder: ${JSON.stringify(order)}})`;
}

function builtinsSource(pyret) {
  const folder = path.join(pyret, "lib-compiled");
  const modules = fs.readdirSync(folder).flatMap((file) => {
    const match = /^(.*)-[0-9a-f]{64}-module\.js$/.exec(file);
    if (match === null || match[1].endsWith(".arr")) {
      return [];
    }
    return [[`builtin://${match[1]}`, vm.runInThisContext(fs.readFileSync(path.join(folder, file), "utf8"))]];
  });
  const depMap = modules.map(([uri, { requires }]) => {
    return [uri, Object.fromEntries(requires.map((dep) => [`builtin(${dep.name})`, `builtin://${dep.name}`]))];
  });
  return programSource(modules, Object.fromEntries(depMap), []);
}

// `pyret.jarr` contains the runtime, `define("program", …)` with the modules, and a main program that is not needed here.
function compilerSource(pyret) {
  const text = fs.readFileSync(path.join(pyret, "pyret.jarr"), "utf8");
  const start = text.lastIndexOf('\ndefine("program"');
  const end = text.lastIndexOf('\nrequirejs(["pyret-base/js/runtime"');
  let program;
  vm.runInThisContext(`(function (define) {${text.slice(start, end)}\n})`)((name, needs, body) => {
    program = body();
  });
  const order = program.toLoad.filter((uri) => !/compiler\/(pyret\.arr|server\.(arr|js))$/.test(uri));
  return programSource(order.map((uri) => [uri, program.staticModules[uri]]), program.depMap, order);
}

// The constructors and tests of a data type; one that a module passes on is described where it is defined.
function dataOf(modules, module, name, depth = 0) {
  const [kind, origin, , , variants] = modules.get(module)?.datatypes?.[name] ?? [];
  if (kind === "data-alias" && depth < 10) {
    return dataOf(modules, origin["uri-of-definition"].replace("builtin://", ""), name, depth + 1);
  }
  return Array.isArray(variants) ? [`is-${name}`, ...variants.flatMap(([variant]) => [variant, `is-${variant}`])] : [];
}

// What each module provides: the names of values and types, and for each data type the values that belong to it.
function provided(pyret) {
  const folder = path.join(pyret, "lib-compiled");
  const modules = new Map();
  for (const file of fs.readdirSync(folder)) {
    const match = /^(.*)-[0-9a-f]{64}-static\.js$/.exec(file);
    if (match !== null && !match[1].endsWith(".arr")) {
      modules.set(match[1], vm.runInThisContext(fs.readFileSync(path.join(folder, file), "utf8")).provides);
    }
  }
  const described = [...modules].map(([module, { values = {}, types = {}, aliases = {}, datatypes = {} }]) => {
    const data = Object.keys(datatypes).map((name) => [name, dataOf(modules, module, name)]);
    const named = { values: Object.keys(values), types: Object.keys({ ...types, ...aliases, ...datatypes }) };
    return [module, { ...named, data: Object.fromEntries(data) }];
  });
  return Object.fromEntries(described);
}

async function main([folder]) {
  if (folder === undefined) {
    throw new Error("usage: node prepare.js FOLDER");
  }
  process.chdir(folder);
  const pyret = path.resolve("node_modules/pyret-npm/pyret-lang/build/phaseA");
  const prepared = path.resolve("prepared");
  fs.mkdirSync(prepared, { recursive: true });
  fs.readdirSync(prepared).forEach((file) => fs.unlinkSync(path.join(prepared, file)));
  fs.writeFileSync(path.join(prepared, "runtime.js"), runtimeSource(pyret));
  fs.writeFileSync(path.join(prepared, "builtins.js"), builtinsSource(pyret));
  fs.writeFileSync(path.join(prepared, "compiler.js"), compilerSource(pyret));

  fs.writeFileSync(path.join(prepared, "provides.json"), JSON.stringify(provided(pyret)));

  const machine = new Machine(prepared, "builtins");
  const { error } = await machine.load(machine.closure(CONTEXTS), {}, {});
  if (error !== undefined) {
    throw error;
  }
  const compiler = await Compiler.start(process.cwd());
  const scripts = { ...machine.scripts, ...compiler.machine.scripts };
  for (const [name, script] of Object.entries(scripts)) {
    saveCache(path.join(prepared, `${name}.js`), script);
  }
  fs.writeFileSync(path.join(prepared, "complete"), "");
}

main(process.argv.slice(2)).catch((error) => {
  console.error(`prepare: ${error.message || error}`);
  process.exitCode = 1;
});
