import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { referencedNames, resolveReferences } from "./references.ts";

const VALUES = new Map([
  ["E1", '{"sum":7,"items":[{"name":"a"}],"ok":true,"none":null}'],
  ["E2", "plain text"],
]);

describe("references in planned arguments", () => {
  it.each([
    ["${E2}", "plain text"],
    ["${E1.sum}", 7],
    ["${E1.ok}", true],
    ["${E1.none}", null],
    ["${E1.items}", [{ name: "a" }]],
    ["${E1.items.0.name}", "a"],
    ["sum: ${E1.sum}, ${E2}", "sum: 7, plain text"],
    ["all: ${E1.items}", 'all: [{"name":"a"}]'],
    ["${E1.missing}", "${E1.missing}"],
    ["${E9}", "${E9}"],
    ["${E2.length}", "${E2.length}"],
    ["${E1.constructor}", "${E1.constructor}"],
  ])("%s becomes %j", (text, value) => {
    expect(resolveReferences({ deep: [{ text }] }, VALUES)).toEqual({ deep: [{ text: value }] });
  });

  it("keep the type of a whole value that is JSON", () => {
    expect(resolveReferences("${E1}", VALUES)).toEqual({
      sum: 7,
      items: [{ name: "a" }],
      ok: true,
      none: null,
    });
  });

  it("are found wherever they are nested, each once", () => {
    expect(referencedNames({ a: ["${E1} ${E2.x}", { b: "${E1}" }], c: 3, "${E5}": "" })).toEqual([
      "E1",
      "E2",
    ]);
  });

  it("leave a value without references as it is", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(referencedNames(value).length === 0);
        expect(resolveReferences(value, VALUES)).toEqual(value);
      }),
    );
  });
});
