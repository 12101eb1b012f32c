// Pyret's errors as text.
//
// In: a Pyret exception or compile error. Out: its kind (`field-not-found`), the message that Pyret would show, as one short
// line, and locations in the files of the submission.
"use strict";

const { displayed } = require("./display");
const { isData, variantOf } = require("./tree");

const LONGEST = 500;

// The first location inside `value`, found breadth first, whose file `accept` knows: `{uri, line}`.
function placeIn(value, accept) {
  const queue = [value];
  for (let looked = 0; queue.length > 0 && looked < 2000; looked += 1) {
    const next = queue.shift();
    if (isData(next)) {
      const { source, "start-line": line } = next.dict;
      if (typeof source === "string" && Number.isSafeInteger(line) && line > 0) {
        if (accept(source)) {
          return { uri: source, line };
        }
      } else {
        queue.push(...Object.keys(next.dict).map((key) => next.dict[key]));
      }
    }
  }
  return null;
}

// One line, without the locations that Pyret writes into its messages.
function tidy(text) {
  const line = text
    .replace(/\s+/g, " ")
    .replace(/^Well-formedness: /, "")
    .replace(/ ?\bsrcloc\([^)]*\)/g, "")
    .replace(/ ?\(?(?:\b(?:at|from) )?\b(?:file|builtin):\/\/[^\s,()]*\)?/g, "")
    .replace(/ at (?=but got\b)/g, " ")
    .replace(/ ([,.:])/g, "$1")
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

// The message of a value that can explain itself, with `render-reason`. `tells(source, line)` says which lines
// mean something to the reader.
async function message(machine, value, tells = () => false) {
  if (variantOf(value) === "shadow-id") {
    return shadowing(value.dict, tells);
  }
  return tidy(await reasonOf(machine, value, tells));
}

async function reasonOf(machine, value, tells) {
  const torepr = machine.values("builtin://global").torepr;
  const embedded = (inner) => {
    // An exception inside of another one.
    const raised = inner?.exn ?? inner;
    return isData(raised) && "render-reason" in raised.dict ? reasonOf(machine, raised, tells) : machine.call(torepr, inner);
  };
  return displayed(await machine.send(value, "render-reason"), tells, embedded);
}

// Pyret's own message names the same thing twice.
function shadowing({ id, "old-loc": { dict: old } }, tells) {
  const { source, "start-line": line } = old;
  const where = typeof source === "string" && tells(source, line) ? `on line ${line}` : "by an import or the context";
  return `\`${id}\` is already defined ${where}: choose another name, or write \`shadow ${id}\``;
}

// A value as Pyret shows it.
async function shown(machine, value) {
  if (typeof value === "string") {
    return tidy(value);
  }
  const { runtime } = machine;
  const { value: text } = await machine.run(() => runtime.toReprJS(value, runtime.ReprMethods._torepr));
  return typeof text === "string" ? tidy(text) : "a value that cannot be shown";
}

// A violated annotation is a `fail` with a reason, and the reason has the name.
function kindOf(raised) {
  const kind = variantOf(raised);
  return kind === "fail" ? (variantOf(raised.dict.reason) ?? kind) : kind;
}

// The kind of a raised value, and its message. Values that a program raises itself have the kind `raise`.
async function explained(machine, raised) {
  const kind = kindOf(raised);
  if (kind === "user-exception") {
    return { kind: "raise", words: await shown(machine, raised.dict.value) };
  }
  try {
    return { kind: kind ?? "Error", words: await message(machine, raised) };
  } catch (error) {
    return { kind: kind ?? "Error", words: await shown(machine, raised) };
  }
}

module.exports = { explained, message, placeIn, tidy };
