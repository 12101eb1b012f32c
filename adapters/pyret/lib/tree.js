// Pyret's data, seen from JavaScript: values of data types, among them syntax trees.
"use strict";

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

// The line on which a node starts.
function lineOf(node) {
  return node.dict.l?.dict?.["start-line"];
}

// The text of a name, or null for `_`.
function textOf(name) {
  return name?.dict?.s ?? null;
}

// The statements at the top level of a program.
function statementsOf(tree) {
  return toArray(tree.dict.block.dict.stmts);
}

module.exports = { isData, lineOf, statementsOf, textOf, toArray, variantOf };
