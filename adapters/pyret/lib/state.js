// What the top level of a file can change.
//
// In: a statement. Out: whether evaluating it may change a value that exists already, and whether what it defines can change later on.
// Where it cannot tell, the answer is yes. Guarded by the class `State` in `tests/test_reach.py`.
"use strict";

const { textOf, toArray, variantOf } = require("./tree");

// Makes values that never change.
const CONSTANT_MAKERS = new Set(["list", "set", "list-set", "tree-set", "string-dict"]);

function parts(node) {
  const { dict } = node;
  switch (variantOf(node)) {
    case "s-lam":
    case "s-num":
    case "s-frac":
    case "s-rfrac":
    case "s-str":
    case "s-bool":
    case "s-id":
      return [];
    case "s-dot":
      return [dict.obj];
    case "s-paren":
      return [dict.expr];
    case "s-op":
      return [dict.left, dict.right];
    case "s-tuple":
      return toArray(dict.fields);
    case "s-construct":
      return toArray(dict.values);
    default:
      return null;
  }
}

// Whether evaluating an expression only makes a value.
function makesOnly(node) {
  return parts(node)?.every(makesOnly) ?? false;
}

// Whether it makes a value that never changes.
function isConstant(node) {
  if (variantOf(node) === "s-construct") {
    const maker = node.dict.constructor;
    const name = variantOf(maker) === "s-dot" ? maker.dict.field : textOf(maker.dict.id);
    if (!CONSTANT_MAKERS.has(name)) {
      return false;
    }
  }
  return parts(node)?.every(isConstant) ?? false;
}

function holdsState({ kind, node }) {
  return kind === "s-var" || (["s-let", "s-rec"].includes(kind) && !isConstant(node.dict.value));
}

function mayChange({ kind, node }) {
  switch (kind) {
    case "s-fun":
    case "s-data":
    case "s-type":
    case "s-newtype":
    case "s-contract":
      return false;
    case "s-let":
    case "s-rec":
    case "s-var":
      return !makesOnly(node.dict.value);
    default:
      return true;
  }
}

module.exports = { holdsState, mayChange };
