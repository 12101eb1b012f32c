// Names that a submission uses and nothing defines.
//
// In: what the compiler reports, and what missing modules should have provided. Out: the `failed` fields, with `undefined`:
// for each name the place, and a sketch of a definition for the instructor to complete.
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

// One entry for each name, the first mention of each.
function listed(names) {
  const first = new Map();
  for (const each of names) {
    const key = `${each.type} ${each.name}`;
    if (!first.has(key)) {
      first.set(key, { name: each.name, file: each.file.name, line: each.line, sketch: sketchOf(each) });
    }
  }
  return [...first.values()];
}

// The names that the predicate takes from modules that are missing; `unknown` are others that come from nowhere.
function lackingFailure(lacking, unknown) {
  const [{ target, name, file, line }] = lacking;
  if (target.failure !== undefined) {
    return target.failure.fields;
  }
  const what = target.module ? `there is no module \`${target.missing}\` here` : `\`${target.missing}\` is missing`;
  const message = `${what}, and the predicate needs \`${name}\` from it (line ${line})`;
  return { why: "import", message, file: file.name, line: target.line, undefined: listed([...lacking, ...unknown]) };
}

// What the compiler did not find. `files` are the files of the program.
function unboundFailure(problems, files) {
  const names = problems.map(unboundIn).map((unbound) => {
    const file = files.find(({ uri }) => uri === unbound.uri);
    const mentions = file.statements.filter(({ needed }) => needed).flatMap(({ mentions }) => mentions);
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
