// Pyret's errors as text.
//
// In: a Pyret exception or compile error. Out: its kind (`field-not-found`), the message that Pyret would
// show, as one short line without locations, and locations in the files of the submission.
"use strict";

const LONGEST = 500;

function isData(value) {
  return typeof value === "object" && value !== null && value.dict !== undefined;
}

// The name of the constructor: a value carries a brand `$brandNAMEn` for its type and one for its variant.
function variantOf(value) {
  if (!isData(value) || value.brands === undefined) {
    return null;
  }
  const names = Object.keys(value.brands).flatMap((brand) => /^\$brand(.*?)\d+$/.exec(brand)?.slice(1) ?? []);
  return names.find((name) => /^[a-z]/.test(name)) ?? names[0] ?? null;
}

// Pyret's lists as arrays.
function toArray(list) {
  const items = [];
  for (let rest = list; isData(rest) && "first" in rest.dict; rest = rest.dict.rest) {
    items.push(rest.dict.first);
  }
  return items;
}

// The first location inside `value`, found breadth first, whose file `accept` knows: `{uri, line}`.
function placeIn(value, accept) {
  const queue = [value];
  for (let looked = 0; queue.length > 0 && looked < 2000; looked += 1) {
    const next = queue.shift();
    if (isData(next)) {
      const { source, "start-line": line } = next.dict;
      if (typeof source === "string" && line !== undefined) {
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
    .replace(/ ?\bsrcloc\([^)]*\)/g, "")
    .replace(/ ?\(?\b(?:at|from)? ?(?:file|builtin):\/\/[^\s,()]*?:\d+:\d+-\d+:\d+\)?/g, "")
    .replace(/ ([,.:])/g, "$1")
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
}

// The message of a value that can explain itself, with `render-reason`.
async function message(machine, value) {
  const { runtime } = machine;
  const display = machine.values("builtin://render-error-display")["display-to-string"];
  const torepr = machine.values("builtin://global").torepr;
  const reason = await machine.send(value, "render-reason");
  return tidy(await machine.call(display, reason, torepr, runtime.ffi.makeList([])));
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

module.exports = { explained, isData, message, placeIn, tidy, toArray, variantOf };
