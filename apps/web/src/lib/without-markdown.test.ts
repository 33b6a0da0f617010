import { expect, it } from "vitest";
import { withoutMarkdown } from "./without-markdown.ts";

it("removes headings, quotes, emphasis and code marks, and joins lines", () => {
  expect(withoutMarkdown("## Total\n\n> The sum is **3,312.00** in `march.csv`.")).toBe(
    "Total The sum is 3,312.00 in march.csv.",
  );
});

it("keeps the underscores of identifiers and the signs of expressions", () => {
  expect(withoutMarkdown("read_file __init__.py, 2 * 3 # note")).toBe("read_file __init__.py, 2 * 3 # note");
});

it("keeps the stars of path patterns", () => {
  for (const call of [
    "glob_files(**/*.md)",
    "glob_files(**/1999*)",
    "glob_files(src/**/a.ts), glob_files(**/*.md)",
    "grep_content(total, **/docs/**)",
    'glob_files {"pattern":"**/1999*"}',
  ])
    expect(withoutMarkdown(call)).toBe(call);
  expect(withoutMarkdown("这是**重点**, **there is no summary** in **/*.md")).toBe(
    "这是重点, there is no summary in **/*.md",
  );
});
