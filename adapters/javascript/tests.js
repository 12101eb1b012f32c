// What the submission's own tests import. They must find it, but it must have no effect: tests do not run here.
"use strict";

// Libraries that only tests need.
const TOOLS = /^(node:test|test|jest|@jest\/.*|vitest|mocha|chai|jasmine|ava|tape|fast-check|jsverify|jest-.*)$/;

// Stands in for anything a test library offers: can be called, constructed, accessed and iterated over.
const anything = new Proxy(function () {}, {
  apply: () => anything,
  construct: () => anything,
  get(target, name) {
    // Not a promise: `await` would wait forever.
    if (name === "then") return undefined;
    if (name === Symbol.iterator) return () => [][Symbol.iterator]();
    if (name === Symbol.toPrimitive) return () => "";
    return name === "prototype" ? target.prototype : anything;
  },
});

const GLOBALS = "describe context it test suite specify before after beforeEach afterEach beforeAll afterAll expect jest vi";

// The globals of Jest, Mocha and similar libraries.
function provideGlobals() {
  for (const name of GLOBALS.split(" ")) {
    Object.defineProperty(globalThis, name, { value: anything, writable: true, configurable: true });
  }
}

// An ES module must declare the names it exports. These are the names that tests import.
function toolNames() {
  return `${GLOBALS} assert should mock fc property check sample configureGlobal run skip todo only`.split(" ");
}

// The replacement for a module that tests import, if any. `load` returns modules as they are.
function replacement(request, loading, load) {
  if (TOOLS.test(request)) return anything;
  const [, strict] = /^(?:node:)?assert(\/strict)?$/.exec(request) ?? [null, null];
  if (strict === null) return undefined;
  asserts ??= harmlessAsserts(loading, load("assert"));
  return strict ? asserts.strict : asserts;
}

let asserts;

// An `assert` that does nothing while files are loaded, when it is a test. In the predicate it works as usual.
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
