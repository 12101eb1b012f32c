// The types of the problem in Pyret.
//
// In: the record types and the names of the problem, and the files of the submission. Out: the text of a module that defines
// all of them, and for each record its constructor, as `{file, name, order}`: the file that defines it, and for each of its
// parameters the index of the field.
"use strict";

const { dashed } = require("./names");

// If the constructor has the same field names in another order, fields are matched by name.
function orderOf(theirs, fields) {
  const ours = fields.map(dashed);
  const order = theirs.map((name) => ours.indexOf(dashed(name)));
  const same = order.length === ours.length && new Set(order).size === ours.length && !order.includes(-1);
  return same ? order : ours.map((name, index) => index);
}

function constructorIn(file, { name, fields }) {
  const { values } = file;
  const fits = (spelled) => {
    const parameters = values.get(spelled);
    return parameters !== undefined && (parameters === null || parameters === fields.length);
  };
  const found = [dashed(name), name].find(fits);
  return found === undefined ? null : { file, name: found, order: orderOf(file.fieldsOf(found), fields) };
}

// The constructors of records in the first file that has one. The last file defines all of them.
function constructorsIn(files, records) {
  const made = {};
  for (const record of records) {
    made[record.name] = files.map((file) => constructorIn(file, record)).find((constructor) => constructor !== null);
  }
  return made;
}

function definitionOf({ name, fields }) {
  const parameters = fields.length === 0 ? "" : `(${fields.map(dashed).join(", ")})`;
  return `data ${name.replace(/_/g, "-")}: ${dashed(name)}${parameters} end`;
}

// Atoms and numbers are plain values.
function recordsText({ records, types = [] }) {
  const names = types.map((name) => `type ${name.replace(/_/g, "-")} = Any`);
  return ["use context empty-context", ...records.map(definitionOf), ...names, ""].join("\n");
}

module.exports = { constructorsIn, recordsText };
