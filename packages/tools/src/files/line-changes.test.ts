import { describe, expect, it } from "vitest";
import { DIFF_MAX_CHARACTERS } from "../tunables.ts";
import { lineChanges } from "./line-changes.ts";

const numbered = (count: number, prefix: string): string =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}\n`).join("");

describe("lineChanges", () => {
  it("counts changed lines and shows them with three lines around", () => {
    const before = numbered(10, "line ");
    expect(lineChanges("src/a.ts", before, before.replace("line 5", "changed\nmore"))).toEqual({
      ...{ added: 2, removed: 1 },
      diff: [
        "=".repeat(67),
        "--- a/src/a.ts\n+++ b/src/a.ts\n@@ -3,7 +3,8 @@",
        ...[" line 2", " line 3", " line 4", "-line 5", "+changed", "+more"],
        ...[" line 6", " line 7", " line 8", ""],
      ].join("\n"),
    });
  });

  it("counts nothing in equal versions", () => {
    expect(lineChanges("a", "x\n", "x\n")).toMatchObject({ added: 0, removed: 0 });
  });

  it("leaves out a diff that is too long to show", () => {
    const long = "x".repeat(DIFF_MAX_CHARACTERS);
    const shown = lineChanges("a", "", "x\n").diff?.length ?? 0;
    const fits = "x".repeat(DIFF_MAX_CHARACTERS - shown + 1);
    expect(lineChanges("a", "", `${long}\n`)).toEqual({ added: 1, removed: 0, diff: null });
    expect(lineChanges("a", "", `${fits}\n`).diff).toHaveLength(DIFF_MAX_CHARACTERS);
    expect(lineChanges("a", "", `${fits}x\n`).diff).toBeNull();
  });

  it("counts the changed range of versions that share too little", () => {
    const count = 600;
    const before = `first\n${numbered(count, "old ")}same\nlast`;
    const after = `first\n${numbered(count + 7, "new ")}same\nlast`;
    expect(lineChanges("a", before, after)).toEqual({ added: count + 7, removed: count, diff: null });
    expect(lineChanges("a", before, after.replace(/last$/u, "last\n"))).toEqual({
      ...{ added: count + 9, removed: count + 2, diff: null },
    });
    expect(lineChanges("a", "", "").added).toBe(0);
  });
});
