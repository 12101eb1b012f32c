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

// The constructors of records in the first file that has one. A record whose name Pyret does not allow may have none.
function constructorsIn(files, records) {
  const made = {};
  for (const record of records) {
    const found = files.map((file) => constructorIn(file, record)).find((constructor) => constructor !== null);
    if (found !== undefined) {
      made[record.name] = found;
    }
  }
  return made;
}

function definitionOf({ name, fields }) {
  const parameters = fields.length === 0 ? "" : `(${fields.join(", ")})`;
  return `data ${name.replace(/_/g, "-")}: ${dashed(name)}${parameters} end`;
}

// The definitions of the problem's types. For each there are one or more texts, of which the first that Pyret accepts counts: a
// field may have a name that is a keyword in Pyret. Atoms and numbers are plain values.
function definitionsOf({ records, types = [] }) {
  const data = records.map(({ name, fields }) => {
    const numbered = fields.map((_, index) => `field-${index + 1}`);
    return [fields.map(dashed), numbered].map((spelled) => definitionOf({ name, fields: spelled }));
  });
  return [...data, ...types.map((name) => [`type ${name.replace(/_/g, "-")} = Any`])];
}

module.exports = { constructorsIn, definitionsOf };
