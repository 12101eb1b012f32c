// Pyret's error messages as one line of text. Pyret's own rendering as text mixes locations into the words, with their colors.
//
// In: what `render-reason` returns, a tree of paragraphs, code, values and locations. Out: the words. A location that means
// something to the reader, according to `tells`, becomes "line 3"; others are left out, with the words before them.
"use strict";

const { toArray, variantOf } = require("./tree");

// Stands for a location that is left out.
const NOWHERE = "\u0000";

class Display {
  // `shown` turns a value into text.
  constructor(tells, shown) {
    this.tells = tells;
    this.shown = shown;
  }

  location({ dict: { source, "start-line": line } }) {
    return typeof source === "string" && line !== undefined && this.tells(source, line) ? `line ${line}` : NOWHERE;
  }

  async joined(items, separator) {
    const parts = [];
    for (const item of toArray(items)) {
      const part = await this.text(item);
      if (part !== "") {
        parts.push(part);
      }
    }
    return parts.join(separator);
  }

  async text(node) {
    const { contents, sep, str, val, loc } = node.dict;
    switch (variantOf(node)) {
      case "text":
        return str;
      case "paragraph":
        return `\n${await this.joined(contents, "")}`;
      case "v-sequence":
        return this.joined(contents, "\n");
      case "h-sequence":
      case "h-sequence-sep":
        return this.joined(contents, sep);
      case "bulleted-sequence":
        return ` ${await this.joined(contents, " ")}`;
      case "embed":
        return this.shown(val);
      case "code":
        return `\`${await this.text(contents)}\``;
      case "loc":
      case "cmcode":
        return this.location(loc);
      case "loc-display":
      case "highlight":
        return this.text(contents);
      case "maybe-stack-loc":
        return this.text(node.dict["contents-without-loc"]);
      default:
        return "";
    }
  }
}

// One line. What ends a paragraph ends a sentence if another one follows.
function inOneLine(text) {
  const lines = text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  const ends = (line, index) => !/[.:;,!?]$/.test(line) && /^[A-Z]/.test(lines[index + 1] ?? "");
  return lines.map((line, index) => (ends(line, index) ? `${line}.` : line)).join(" ");
}

// Without the phrases that lead to locations that are left out.
function withoutNowhere(text) {
  const lead = "(?:,? ?\\(?(?:which was |and )?(?:defined|imported|declared)?)?";
  return inOneLine(text)
    .replace(new RegExp(`${lead} ?(?:\\b(?:at|in|from|here)\\b)? ?${NOWHERE}\\)?`, "g"), "")
    .replace(/\bat line /g, "on line ")
    .replace(/\.(?=[A-Z][a-z]+ )/g, ". ");
}

// `reason` as text. `tells(source, line)` says whether a line means something to the reader; `shown` turns values into text.
async function displayed(reason, tells, shown) {
  return withoutNowhere(await new Display(tells, shown).text(reason));
}

module.exports = { displayed };
