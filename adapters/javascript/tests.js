// What the submission's own tests ask for. They must find it, and nothing may come of it: tests do not run here.
"use strict";

// Libraries that only tests need.
const TOOLS = /^(node:test|test|jest|@jest\/.*|vitest|mocha|chai|jasmine|ava|tape|fast-check|jsverify|jest-.*)$/;

// Stands for whatever a library of tests offers: can be called, made, asked for parts, gone through.
const anything = new Proxy(function () {}, {
  apply: () => anything,
  construct: () => anything,
  get(target, name) {
    // Not a promise: `await` would wait for ever.
    if (name === "then") return undefined;
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    if (name === Symbol.toPrimitive) return () => "";
    return name === "prototype" ? target.prototype : anything;
  },
});

const GLOBALS = "describe context it test suite specify before after beforeEach afterEach beforeAll afterAll expect jest vi";

// Those of jest, mocha and the like.
function provideGlobals() {
  for (const name of GLOBALS.split(" ")) {
    Object.defineProperty(globalThis, name, { value: anything, writable: true, configurable: true });
  }
}

// An ES module must know the names it exports. These are what tests ask for.
function toolNames() {
  return `${GLOBALS} assert should mock fc property check sample configureGlobal run skip todo only`.split(" ");
}

// What is given in place of a module that tests import, if any. `load` gives modules as they are.
function replacement(request, loading, load) {
  if (TOOLS.test(request)) return anything;
  const [, strict] = /^(?:node:)?assert(\/strict)?$/.exec(request) ?? [null, null];
  if (strict === null) return undefined;
  asserts ??= harmlessAsserts(loading, load("assert"));
  return strict ? asserts.strict : asserts;
}

let asserts;

// `assert` that says nothing while files are loaded: then it is a test. In the predicate it is what it is.
function harmlessAsserts(loading, assert) {
  const quiet = (check) => (...given) => (loading.now ? undefined : check(...given));
  const all = (original) => {
    const parts = Object.entries(original).map(([name, part]) =>
      [name, typeof part === "function" && name !== "AssertionError" ? quiet(part) : part],
    );
    return Object.assign(quiet(original), Object.fromEntries(parts));
  };
  const strict = all(assert.strict);
  return Object.assign(all(assert), { strict: Object.assign(strict, { strict }) });
}

module.exports = { anything, provideGlobals, replacement, toolNames };
