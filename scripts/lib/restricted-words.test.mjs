import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inCheckout } from "./checkout.mjs";
import { compileRules, findRestricted, relativeLinks } from "./restricted-words.mjs";

const list = JSON.parse(readFileSync(inCheckout("scripts/restricted-words.json"), "utf8"));
const rules = compileRules(list);
const search = (file, source) => findRestricted(file, source, rules);

/** Each rule with a sentence that breaks it. */
const SENTENCES = [
  ["What …", "What the loop keeps is small"],
  ["Who …", "Who subscribes late gets the backlog"],
  ["whoever", "Wakes whoever waits"],
  ["whatever", "Whatever the model wrote counts"],
  ["who comes", "Those who come late get the backlog"],
  ["anew", "Starts the run anew"],
  ["go on", "The run goes on from here"],
  ["until then", "Keeps the text until then"],
  ["by itself", "Continues by itself"],
  ["so many", "At most so many rows"],
  ["is no …", "The answer is no JSON"],
  ["told", "The model is told twice"],
  ["tells", "The error tells how"],
  ["stands", "The key stands in the file"],
  ["lies", "The file lies in the folder"],
  ["mend", "Tries to mend the arguments"],
  ["there is to", "Counts the work there is to do"],
  ["load again", "Load again"],
  ["did not load", "The list did not load"],
  ["nothing is called", "Nothing is called like this"],
  ["everybody", "Everybody sees it"],
  ["you alone", "Visible to you alone"],
  ["picture", "Add a picture"],
  ...[
    "behaviour",
    "Colours",
    "cancelled",
    "licence",
    "authorised",
    "unauthorised",
    "summarises",
    "normalise",
  ],
  ...["serialisation", "recognised", "reorganise", "catalogues", "grey", "analyse", "labelled", "signalling"],
].map((row) => (Array.isArray(row) ? row : [row, `Keeps the ${row} value`]));

const appliesTo = (found, kind) =>
  (list.phrases.find(({ phrase }) => phrase === found)?.only ?? [kind]).includes(kind);
const of = (kind) => SENTENCES.filter(([found]) => appliesTo(found, kind));

it("has an example for every phrase of the list", () => {
  const examples = SENTENCES.map(([found]) => found);
  expect(list.phrases.map(({ phrase }) => phrase).filter((phrase) => !examples.includes(phrase))).toEqual([]);
});

describe("restricted words", () => {
  it.each(of("comment"))("reports %j in a comment", (found, sentence) => {
    expect(search("a.ts", `const a = 1;\n/** ${sentence}. */\nconst b = 2;\n`)).toMatchObject([
      { line: 2, found },
    ]);
    expect(search("a.ts", `const a = 1; // ${sentence}.\n`)).toMatchObject([{ line: 1, found }]);
  });

  it.each(of("text"))("reports %j in a UI text", (found, sentence) => {
    expect(search("en/a.json", `{\n  "key": "${sentence}."\n}\n`)).toMatchObject([{ line: 2, found }]);
  });

  it.each(of("title"))("reports %j in a test title", (found, sentence) => {
    for (const call of ["it", "describe", "it.each([1])"])
      expect(search("a.test.ts", `\n${call}("${sentence}", () => {});\n`)).toMatchObject([
        { line: 2, found },
      ]);
  });

  it("suggests a replacement", () => {
    expect(search("a.ts", "// Unauthorised, again anew\n").map(({ instead }) => instead)).toEqual(
      expect.arrayContaining(["unauthorized", "again"]),
    );
  });

  it("finds a phrase that spans two lines", () => {
    expect(search("a.ts", "/**\n * The run goes\n * on from here.\n */\n")).toMatchObject([
      { line: 2, found: "go on" },
    ]);
    expect(search("a.ts", "// The list is long.\n// What it holds is short.\n")).toMatchObject([{ line: 2 }]);
  });

  it.each([
    ["stored names in code", 'const told = { state: "cancelled", summariseAbove: 1 }; // kept\n'],
    ["strings that hold comment marks", 'const text = "// told"; const pattern = /\\/\\/ told/;\n'],
    ["templates", "const text = `// ${f(`told`)} /* anew */`;\n"],
    ["quoted and backticked values in comments", '// A run that is `cancelled` or "summarised".\n'],
    ["identifiers in comments", "// See authorise.ts, run.cancelled, summariseAbove() and CANCELLED.\n"],
    [
      "words that only look British",
      "// The emphasis of two analyses is realistic; an organism promises wise advice.\n",
    ],
    ["standard English near the list", "// There is no key. It is no longer set. A dash stands for none.\n"],
    ["a question", "// What if it fails?\n"],
  ])("accepts %s", (_name, source) => {
    expect(search("a.ts", source)).toEqual([]);
  });

  it("accepts keys and placeholders of messages, and questions", () => {
    expect(
      search(
        "en/a.json",
        '{\n  "told": "What now?",\n  "cancelled": "{a, select, b {B} cancelled {C} other {Above {summarise}}}"\n}\n',
      ),
    ).toEqual([]);
  });

  it("checks the spelling of docs outside code", () => {
    const source = "The colour.\n\n```sh\ngrey\n```\n\n`summarise` and [grey](colour.md)\n";
    expect(search("a.md", source)).toMatchObject([
      { line: 1, found: "colour" },
      { line: 7, found: "grey" },
    ]);
  });
});

describe("relative links", () => {
  it("lists targets without anchors and skips addresses", () => {
    const source = "[a](b.md#c) [d](https://e.f)\n![g](../h.png) [i](#j)\n";
    expect(relativeLinks(source)).toEqual([
      { line: 1, target: "b.md" },
      { line: 2, target: "../h.png" },
    ]);
  });
});
