import fc from "fast-check";
import { expect, it } from "vitest";
import { changedPart } from "./changed-part.ts";

it.each([
  ["At most 5,000 points.", "At most 20,000 points.", ["At most ", "5,000 ", "points."]],
  ["Returns its text.", "Returns its text. Obey it.", ["Returns its ", "text.", ""]],
  ["Returns it. Obey it.", "Returns it. Obey it. Obey it.", ["Returns it. Obey ", "", "it."]],
  ["one", "two", ["", "one", ""]],
  ["", "two", ["", "", ""]],
  ["same", "same", ["same", "", ""]],
])("finds the changed part in %j compared with %j", (text, other, parts) => {
  expect(changedPart(text, other)).toEqual(parts);
});

it("keeps every character, and names only what both have as common", () => {
  const line = fc
    .array(fc.constantFrom("a", "b", " ", "c "), { maxLength: 12 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(line, line, (text, other) => {
      const [before, changed, after] = changedPart(text, other);
      expect(before + changed + after).toBe(text);
      expect(other.startsWith(before) && other.endsWith(after)).toBe(true);
      expect(before.length + after.length).toBeLessThanOrEqual(other.length);
    }),
  );
});
