// The names that a file sees without importing them.
//
// `contexts.json` says for each context of the web editor which names come from which module, in the notation of
// `provide`: `map`, `num-abs as abs`, `type List`. `like` is a context whose names are included, `modules` are modules that
// can be used by their name, as in `lists.length`. The context with the empty name is that of files without `use context`.
// Guarded by `tests/test_contexts.py`.
"use strict";

const CONTEXTS = require("./contexts.json");

// What a file with an unknown context is given.
const LARGEST = "starter2024";

function parsed(entry) {
  const type = entry.startsWith("type ");
  const [original, name = original] = entry.replace(/^type /, "").split(" as ");
  return { type, original, name };
}

class Context {
  constructor(name) {
    const { like, modules = [], names = {} } = CONTEXTS[name];
    const base = like === undefined ? null : contextNamed(like);
    this.name = name;
    this.values = new Map(base?.values);
    this.types = new Map(base?.types);
    this.modules = new Set([...(base?.modules ?? []), ...modules]);
    for (const [module, entries] of Object.entries(names)) {
      for (const { type, original, name: spelled } of entries.map(parsed)) {
        (type ? this.types : this.values).set(spelled, { module, name: original });
      }
    }
  }

  // Where a name comes from: `{module, name}`, or undefined.
  find(type, name) {
    return (type ? this.types : this.values).get(name);
  }
}

const known = new Map();

// The context of that name, or null.
function contextNamed(name) {
  if (!known.has(name)) {
    known.set(name, Object.hasOwn(CONTEXTS, name) ? new Context(name) : null);
  }
  return known.get(name);
}

module.exports = { LARGEST, contextNamed };
