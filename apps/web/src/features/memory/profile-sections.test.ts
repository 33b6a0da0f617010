import fc from "fast-check";
import { expect, it } from "vitest";
import { replaceSection, sectionTitle, splitSections } from "./profile-sections.ts";

const TEXT = "Before.\n\n## Now\n- Release\n### Detail\n\n## Open threads\n- Returns";

it("splits a file into its sections, and puts a changed one back in its place", () => {
  expect(splitSections(TEXT).map(sectionTitle)).toEqual(["", "Now", "Open threads"]);
  expect(replaceSection(TEXT, { index: 1, part: "## Now\n- Done\n" })).toBe(
    "Before.\n\n## Now\n- Done\n\n## Open threads\n- Returns",
  );
  expect(replaceSection(TEXT, { index: 1, part: " " })).toBe("Before.\n\n## Open threads\n- Returns");
  expect(splitSections("")).toEqual([]);
});

it("leaves the text as it is when nothing was changed", () => {
  const line = fc.constantFrom("## A", "##", "# B", "text", "", "### C", "- ## D");
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const text = lines.join("\n");
      splitSections(text).forEach((part, index) => {
        if (splitSections(text).every((other) => other.trim() !== ""))
          expect(replaceSection(text, { index, part })).toBe(text);
      });
    }),
  );
});
