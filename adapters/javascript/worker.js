// Loads one submission and answers calls, as docs/adapters.md describes. Needs only Node 20 or later.
//
// The submission runs in this process and can do anything with it. That gains it nothing: there are no expected answers here,
// and the grader accepts one answer for each test and nothing else.
"use strict";

const { Submission, cut, tagOf } = require("./submission.js");
const streams = require("./streams.js");

// Saved before the submission can change them.
const { parse, stringify } = JSON;

async function main() {
  const { lines, answer } = streams.take();
  const orders = parse(lines.next().value);
  const submission = new Submission(orders);
  let predicate;
  try {
    predicate = await submission.load();
  } catch (error) {
    answer(stringify({ failed: submission.failure(error).report }));
    return;
  }
  answer(stringify({ ready: { file: submission.entry, name: submission.name } }));
  serve(lines, answer, predicate, submission);
}

// Nothing here waits, so promises and timers of the submission never run.
function serve(lines, answer, predicate, submission) {
  const decode = decoder(submission);
  for (const line of lines) {
    const { test, arguments: given } = parse(withBigIntegers(line));
    let reply;
    try {
      const returned = predicate(...given.map(decode));
      if (returned === true || returned === false) {
        reply = `{"test":${test},"answer":${returned}}`;
      } else {
        reply = stringify({ test, not_a_boolean: cut(tagOf(returned)) });
      }
    } catch (error) {
      const raised = submission.describe(error);
      const full = raised.class === "RangeError" && raised.message === "Array buffer allocation failed";
      reply = stringify(full ? { test, out_of_memory: true } : { test, raised });
    }
    answer(reply);
  }
}

const TEXT_OR_LONG_INTEGER = /"(?:[^"\\]|\\.)*"|-?[0-9]{16,}/g;

// Numbers are exact up to 2^53. Beyond that `JSON.parse` would round, so larger integers are marked first.
function withBigIntegers(line) {
  return /[0-9]{16}/.test(line)
    ? line.replace(TEXT_OR_LONG_INTEGER, (part) =>
        part[0] === '"' || Number.isSafeInteger(Number(part)) ? part : `{"integer":"${part}"}`,
      )
    : line;
}

// A function that converts the notation of values to fresh values.
function decoder(submission) {
  const records = new Map(submission.records.map((record) => [record.name, submission.constructorOf(record)]));
  const decode = (value) => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(decode);
    if ("tuple" in value) return value.tuple.map(decode);
    if ("record" in value) return records.get(value.record)(value.fields.map(decode));
    if ("set" in value) return new Set(value.set.map(decode));
    if ("frozenset" in value) return new Set(value.frozenset.map(decode));
    if ("dict" in value) return new Map(value.dict.map(decode));
    if ("integer" in value) return BigInt(value.integer);
    return decode(value.some);
  };
  return decode;
}

const { reallyExit } = process;
// Nothing in the submission runs at exit.
main().then(() => reallyExit.call(process, 0));
