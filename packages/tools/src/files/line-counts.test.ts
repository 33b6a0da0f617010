import fc from "fast-check";
import { expect, it } from "vitest";
import { lineChanges } from "./line-changes.ts";

/** More lines than are compared one by one. */
const LONG = "same\n".repeat(260_000);

it.each([
  ["a changed line", "old\n", "new\n", { added: 1, removed: 1 }],
  ["inserted lines", "", "new\nlines\n", { added: 2, removed: 0 }],
  ["a removed line", "old\n", "", { added: 0, removed: 1 }],
  ["a changed line end", "old\r\n", "old\n", { added: 1, removed: 1 }],
])("counts %s in a text with very many lines, without a diff", (_, before, after, counts) => {
  expect(lineChanges("a.txt", `${LONG}${before}${LONG}`, `${LONG}${after}${LONG}`)).toEqual({
    ...counts,
    diff: null,
  });
});

it("counts the changed range of a text with too many differences", () => {
  const lines = (mark: string): string =>
    Array.from({ length: 3000 }, (_, index) => `${mark}${String(index)}\n`).join("");
  const text = lines("old");
  expect(lineChanges("a.txt", `first\n${text}last`, `first\n${lines("new")}last`)).toEqual({
    ...{ added: 3000, removed: 3000 },
    diff: null,
  });
});

it("counts as many changed lines as the diff has", () => {
  const text = fc.array(fc.constantFrom("a\n", "b\n", "c"), { maxLength: 6 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { added, removed, diff } = lineChanges("a.txt", before, after);
      const body = (diff ?? "").split("\n").slice(4);
      expect([added, removed]).toEqual(
        ["+", "-"].map((sign) => body.filter((line) => line.startsWith(sign)).length),
      );
    }),
  );
});
