// Names as Pyret spells them: `BigThing` and `big_thing` are `big-thing`.
"use strict";

function dashed(name) {
  return name.replace(/(?!^)([A-Z])/g, "-$1").toLowerCase().replace(/_/g, "-").replace(/--+/g, "-");
}

module.exports = { dashed };
