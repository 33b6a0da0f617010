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
