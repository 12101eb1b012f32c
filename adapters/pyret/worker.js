// The worker of the Pyret adapter: loads what `compile.js` made of a submission and answers calls. docs/adapters.md describes
// the protocol.
//
//     node worker.js INSTALLATION
"use strict";

require("./lib/script").acceptCaches();

const fs = require("fs");
const path = require("path");
const readline = require("readline");
const { variantOf } = require("./lib/tree");
const { Machine } = require("./lib/machine");
const { guardMemory, OutOfMemory } = require("./lib/memory");
const { Program } = require("./lib/program");
const { Values, modulesOf, parseJson } = require("./lib/values");

// Everything printed to standard output goes to standard error.
Object.defineProperty(process, "stdout", { get: () => process.stderr });

function answer(object) {
  let rest = Buffer.from(`${JSON.stringify(object)}\n`);
  while (rest.length > 0) {
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      if (error.code !== "EAGAIN") {
        throw error;
      }
    }
  }
}

function kindOf(runtime, value) {
  const kinds = {
    Number: runtime.isNumber,
    String: runtime.isString,
    Function: runtime.isFunction,
    Tuple: runtime.isTuple,
    Nothing: runtime.isNothing,
  };
  const plain = Object.keys(kinds).find((kind) => kinds[kind](value));
  return plain ?? variantOf(value) ?? "Object";
}

// Returns `{failed}` or everything that a call needs.
async function prepare(machine, request) {
  const text = fs.readFileSync(path.join(request.build, "program.json"), "utf8");
  const { main, predicate, records, shapes, notes, modules } = JSON.parse(text);
  const allShapes = [...shapes, ...Object.values(records).flatMap((record) => record.shapes)];
  const program = new Program(machine, modules, modulesOf(allShapes), request.seed);
  const raised = await program.load();
  if (raised !== null) {
    return { failed: { why: "raised", ...raised } };
  }
  const { runtime } = machine;
  const { file } = program.byUri.get(main);
  const fun = program.defined(main)[predicate];
  if (!runtime.isFunction(fun)) {
    return { failed: { why: "missing", message: `${predicate} is not a function`, candidates: [], file } };
  }
  const wanted = request.parameters.length;
  if (fun.app.length !== wanted) {
    return { failed: { why: "arity", message: `${predicate} takes ${fun.app.length} arguments, not ${wanted}`, file } };
  }
  const constructors = Object.entries(records).map(([record, { uri, name, ...rest }]) => {
    return [record, { value: program.defined(uri)[name], ...rest }];
  });
  const values = new Values(machine, Object.fromEntries(constructors));
  return { program, fun, shapes, values, ready: { file, name: predicate, ...(notes.length > 0 && { notes }) } };
}

// A constructor can reject its fields, just as a predicate can reject its arguments.
async function called(machine, { fun, shapes, values }, json) {
  let args;
  try {
    args = await values.all(json, shapes);
  } catch (error) {
    if (!machine.runtime.isPyretException(error)) {
      throw error;
    }
    return { error };
  }
  return machine.run(() => fun.app(...args));
}

async function outcome(machine, loaded, json) {
  const { runtime } = machine;
  const { program } = loaded;
  await program.reseed();
  const { value, error } = await called(machine, loaded, json);
  if (error instanceof OutOfMemory) {
    return { out_of_memory: true };
  }
  if (error !== undefined) {
    return { raised: await program.described(error) };
  }
  return runtime.isBoolean(value) ? { answer: value } : { not_a_boolean: kindOf(runtime, value) };
}

async function main([installation]) {
  const machine = new Machine(path.join(path.resolve(installation), "prepared"), "builtins");
  guardMemory(machine.runtime);
  let loaded = null;
  for await (const line of readline.createInterface({ input: process.stdin })) {
    const message = parseJson(line);
    if (loaded === null) {
      loaded = await prepare(machine, message);
      const { failed, ready } = loaded;
      answer(failed === undefined ? { ready } : { failed });
      if (failed !== undefined) {
        break;
      }
    } else {
      answer({ test: message.test, ...(await outcome(machine, loaded, message.arguments)) });
    }
  }
  process.exit(0);
}

main(process.argv.slice(2)).catch((error) => {
  process.stderr.write(`worker: ${error.stack || error}\n`);
  process.exit(1);
});
