// Names that a submission uses and nothing defines.
//
// In: what the compiler reports, and what `reach.js` did not find. Out: the `failed` fields, with `undefined`: for each name
// the place, a sketch of a definition for the instructor to complete, and the missing file that should have defined it, if any.
// Guarded by `tests/test_missing.py`.
"use strict";

const { lineOf, textOf, variantOf } = require("./tree");

// `{type, name, line, uri}` of a compile error about an undefined name, or null for any other.
function unboundIn(problem) {
  const { id, ann, loc } = problem.dict;
  switch (variantOf(problem)) {
    case "unbound-id":
      return { type: false, name: textOf(id.dict.id), line: lineOf(id), uri: id.dict.l.dict.source };
    case "unbound-var":
      return { type: false, name: id, line: loc.dict["start-line"], uri: loc.dict.source };
    case "unbound-type-id":
      return { type: true, name: textOf(ann.dict.id), line: lineOf(ann), uri: ann.dict.l.dict.source };
    default:
      return null;
  }
}

function sketchOf({ type, name, called }) {
  if (type) {
    return `type ${name} = Any`;
  }
  if (called === null) {
    return `${name} = ...`;
  }
  const args = Array.from({ length: called }, (_, index) => `arg${index + 1}`);
  return `fun ${name}(${args.join(", ")}):\n  ...\nend`;
}

// The missing file that a name should come from: the one of its prefix, or one that the file includes.
function missingFile({ file, target }) {
  const included = file.imports.filter(({ kind }) => kind === "include").map((each) => each.target);
  const targets = target === undefined ? included : [target, ...included];
  return targets.find((each) => each.missing !== undefined && !each.module)?.missing;
}

// One entry for each name, with its first mention. A type and a value of one name have two sketches.
function listed(names) {
  const byName = new Map();
  for (const each of names) {
    const sketch = sketchOf(each);
    const known = byName.get(each.name);
    if (known === undefined) {
      const from = missingFile(each);
      const entry = { name: each.name, file: each.file.name, line: each.line, ...(from !== undefined && { from }) };
      byName.set(each.name, { entry, sketches: new Set([sketch]) });
    } else if (![...known.sketches].some((other) => other.startsWith("type ") === each.type)) {
      known.sketches.add(sketch);
    }
  }
  return [...byName.values()].map(({ entry, sketches }) => ({ ...entry, sketch: [...sketches].join("\n") }));
}

// The predicate needs something of a module that is missing. `unknown` are other names that come from nowhere.
function lackingFailure(lacking, unknown) {
  const [{ target, name, file, line }] = lacking;
  if (target.failure !== undefined) {
    return target.failure.fields;
  }
  if (target.file !== undefined) {
    return { why: "invalid", message: `\`${target.file.name}\` does not provide \`${name}\``, file: file.name, line };
  }
  const names = listed([...lacking, ...unknown]);
  if (target.module) {
    const message = `there is no module \`${target.missing}\` here, and the predicate needs \`${name}\` from it (line ${line})`;
    return { why: "import", message, file: file.name, line: target.line, undefined: names };
  }
  return { why: "invalid", message: `\`${name}\` is not defined`, file: file.name, line, undefined: names };
}

// What the compiler did not find. `files` are the files of the program.
function unboundFailure(problems, files) {
  const names = problems.map(unboundIn).map((unbound) => {
    const file = files.find(({ uri }) => uri === unbound.uri) ?? files[0];
    const mentions = file.needed.flatMap((statement) => statement.mentions);
    const calls = mentions.filter(({ type, module, name }) => module === null && type === unbound.type && name === unbound.name);
    return { ...unbound, file, called: calls.find(({ called }) => called !== null)?.called ?? null };
  });
  const [{ type, name, file, line }] = names;
  const [later] = file.defining(type, name);
  if (later !== undefined) {
    const message = `\`${name}\` is used before its definition on line ${lineOf(later.node)}`;
    return { why: "invalid", message, file: file.name, line };
  }
  const nowhere = names.filter((each) => each.file.defining(each.type, each.name).length === 0);
  return { why: "invalid", message: `\`${name}\` is not defined`, file: file.name, line, undefined: listed(nowhere) };
}

module.exports = { lackingFailure, unboundFailure, unboundIn };
