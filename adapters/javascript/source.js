// Parses a file without running it: which kind of module it is, what it defines, where its tests are.
"use strict";

// Node's own parser, available through the flag --expose-internals.
const acorn = require("internal/deps/acorn/acorn/dist/acorn");

// A file is an ES module if its name says so, or if it can only be parsed as one. Throws the parser's SyntaxError.
function read(text, file) {
  const as = (sourceType) =>
    acorn.parse(text, {
      ecmaVersion: "latest",
      locations: true,
      sourceType,
      allowReturnOutsideFunction: sourceType === "script",
    });
  let isModule = file.endsWith(".mjs");
  let tree;
  try {
    tree = as(isModule ? "module" : "script");
  } catch (error) {
    if (isModule || file.endsWith(".cjs")) throw error;
    try {
      tree = as("module");
      isModule = true;
    } catch (another) {
      throw /^\s*(import|export)\b/m.test(text) ? another : error;
    }
  }
  return { text, tree, isModule, ...definitions(tree.body) };
}

// What the top-level statements of a file bind (`bound`), and what the file defines under which name (`defined`, including
// exports): name to syntax node. Imports are bound, not defined.
function definitions(body) {
  const found = { bound: new Map(), defined: new Map(), unnamed: null };
  const imported = new Set();
  for (const statement of body) statementDefines(statement, found, imported);
  for (const name of imported) found.defined.delete(name);
  return found;
}

function statementDefines(statement, found, imported) {
  const define = (name, node) => {
    found.bound.set(name, node);
    found.defined.set(name, node);
  };
  const bindImported = (name, node) => {
    imported.add(name);
    found.bound.set(name, node);
  };
  switch (statement?.type) {
    case "FunctionDeclaration":
    case "ClassDeclaration":
      if (statement.id) define(statement.id.name, statement);
      break;
    case "VariableDeclaration":
      for (const { id, init } of statement.declarations) {
        if (id.type === "Identifier" && !isRequire(init)) define(id.name, init ?? statement);
        else for (const name of names(id)) bindImported(name, id);
      }
      break;
    case "ImportDeclaration":
      for (const { local } of statement.specifiers) bindImported(local.name, local);
      break;
    case "ExportNamedDeclaration":
      statementDefines(statement.declaration, found, imported);
      if (statement.source) break;
      for (const { local, exported } of statement.specifiers) {
        if (!imported.has(local.name)) found.defined.set(exported.name ?? exported.value, resolve(local, found));
      }
      break;
    case "ExportDefaultDeclaration":
      if (statement.declaration.id) statementDefines(statement.declaration, found, imported);
      else exported(statement.declaration, found, imported);
      break;
    case "ExpressionStatement":
      if (statement.expression.type === "AssignmentExpression") assigned(statement.expression, found, imported);
      break;
    case "IfStatement":
      exportsWithin([statement.consequent, statement.alternate], found, imported);
      break;
    case "BlockStatement":
      exportsWithin(statement.body, found, imported);
      break;
    case "TryStatement":
      exportsWithin([statement.block], found, imported);
      break;
  }
}

// In an inner block only exports count: its bindings are not visible elsewhere.
function exportsWithin(statements, found, imported) {
  const kinds = ["ExpressionStatement", "IfStatement", "BlockStatement", "TryStatement"];
  for (const statement of statements) if (kinds.includes(statement?.type)) statementDefines(statement, found, imported);
}

// `module.exports = …`, `module.exports.NAME = …`, `exports.NAME = …`
function assigned({ left, right }, found, imported) {
  if (left.type !== "MemberExpression" || left.computed) return;
  const isModuleExports = (node) =>
    node.type === "MemberExpression" && node.object.name === "module" && node.property.name === "exports";
  if (isModuleExports(left)) {
    if (right.type === "AssignmentExpression") assigned(right, found, imported);
    while (right.type === "AssignmentExpression") right = right.right;
    exported(right, found, imported);
  } else if (isModuleExports(left.object) || left.object.name === "exports") {
    if (!imported.has(right.name) && !isRequire(right)) found.defined.set(left.property.name, resolve(right, found));
  }
}

// What a file exports as a whole: an object of functions, or one function.
function exported(value, found, imported) {
  if (value.type === "ObjectExpression") {
    for (const property of value.properties) {
      const name = property.key?.name ?? property.key?.value;
      if (name !== undefined && !imported.has(property.value.name)) found.defined.set(name, resolve(property.value, found));
    }
  } else if (isFunction(value)) {
    if (value.id) found.defined.set(value.id.name, value);
    else found.unnamed = value;
  }
}

function resolve(node, found) {
  return (node.type === "Identifier" && found.bound.get(node.name)) || node;
}

function isFunction(node) {
  return ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"].includes(node.type);
}

function isRequire(node) {
  if (node?.type === "MemberExpression") return isRequire(node.object);
  if (node?.type === "AwaitExpression") return isRequire(node.argument);
  return node?.type === "ImportExpression" || (node?.type === "CallExpression" && node.callee.name === "require");
}

function names(pattern) {
  switch (pattern?.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((property) => names(property.value ?? property.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap(names);
    case "AssignmentPattern":
      return names(pattern.left);
    default:
      return [];
  }
}

// Whether a function written this way can be called with this number of arguments.
function takes(node, count) {
  if (!isFunction(node)) return true;
  const { params } = node;
  const needed = params.filter((param) => param.type !== "AssignmentPattern" && param.type !== "RestElement").length;
  return needed <= count && (count <= params.length || params.at(-1)?.type === "RestElement");
}

// The text with its top-level tests blanked out. Lines and columns stay the same.
function withoutTests({ text, tree }, predicateNames) {
  let kept = "";
  let from = 0;
  for (const statement of tree.body) {
    if (!isTest(statement, predicateNames)) continue;
    const blank = text.slice(statement.start + 1, statement.end).replace(/[^\r\n\u2028\u2029]/g, " ");
    // The semicolon separates the statements before and after.
    kept += `${text.slice(from, statement.start)};${blank}`;
    from = statement.end;
  }
  return kept + text.slice(from);
}

const TESTS = /^(test.*|.*tests?|describe|suite|it|assert|expect|console)$/i;

// Whether a top-level statement is an assertion, prints, or calls a test or the predicate itself.
function isTest(statement, predicateNames) {
  if (statement.type !== "ExpressionStatement") return false;
  let node = statement.expression;
  if (node.type === "AwaitExpression") node = node.argument;
  if (node.type !== "CallExpression") return false;
  // `expect(…).toBe(…)`, `test.each(…)(…)`
  while (node.type === "CallExpression" || node.type === "MemberExpression") node = node.callee ?? node.object;
  return node.type === "Identifier" && (TESTS.test(node.name) || predicateNames.includes(node.name));
}

module.exports = { read, takes, isFunction, withoutTests, acorn };
