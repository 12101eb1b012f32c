const assert = require("assert");
const test = require("node:test");

function isValid(kind, value) {
  return true;
}

test("refuses 1", () => assert(!isValid("value", 1)));

describe("isValid", () => {
  it.each([1, 2])("refuses", (value) => expect(isValid("value", value)).toBe(false));
});

console.assert(!isValid("value", 1));
assert.strictEqual(isValid("value", 1), false);
for (const value of [1, 2]) assert.ok(!isValid("value", value));

if (require.main === module) process.exit(1);

module.exports = isValid;
