// Finds the constructors of records.
//
// In: the record types of the problem, and what the files of the submission define. Out: for each type the constructor, as
// `{uri, name, order}`: the module that defines it, and for each of its parameters the index of the field. A type that no file
// defines is defined in a generated module.
"use strict";

const { dashed } = require("./names");

const GENERATED = "/custodiet-records.arr";

// If the constructor has the same field names in another order, fields are matched by name.
function orderOf(theirs, fields) {
  const ours = fields.map(dashed);
  const order = (theirs ?? []).map((name) => ours.indexOf(dashed(name)));
  const same = order.length === ours.length && new Set(order).size === ours.length && !order.includes(-1);
  return same ? order : ours.map((name, index) => index);
}

function constructorIn({ uri, values, constructors }, { name, fields }) {
  const fits = (spelled) => {
    const parameters = values.get(spelled);
    return parameters !== undefined && (parameters === null || parameters === fields.length);
  };
  const found = [dashed(name), name].find(fits);
  return found === undefined ? null : { uri, name: found, order: orderOf(constructors.get(found), fields) };
}

function definitionOf({ name, fields }) {
  const parameters = fields.length === 0 ? "" : `(${fields.map(dashed).join(", ")})`;
  return `data ${name.replace(/_/g, "-")}: ${dashed(name)}${parameters} end`;
}

// `scopes` are what the files define, the one with the predicate first. Returns the constructors, and the text of the generated
// module or null.
function constructors(records, scopes, uriOf) {
  const made = {};
  const missing = [];
  for (const record of records) {
    const found = scopes.map((scope) => constructorIn(scope, record)).find((constructor) => constructor !== null);
    if (found === undefined) {
      missing.push(record);
    }
    made[record.name] = found ?? { uri: uriOf(GENERATED), name: dashed(record.name), order: orderOf(null, record.fields) };
  }
  const text = missing.length === 0 ? null : `use context empty-context\n${missing.map(definitionOf).join("\n")}\n`;
  return { made, text, location: GENERATED };
}

module.exports = { constructors };
