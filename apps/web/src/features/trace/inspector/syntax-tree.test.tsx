import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { readErrorLines, readSyntaxTree } from "./syntax-tree.ts";
import { SyntaxTreeView } from "./syntax-tree-view.tsx";

const leaf = {
  type: "identifier",
  field: "name",
  line: 2,
  endLine: 2,
  text: "<b>",
  children: [],
  isCut: false,
};
const tree = { type: "program", field: null, line: 1, endLine: 9, text: null, children: [leaf], isCut: true };

it("shows role, type, text and lines of each node, and where children were left out", () => {
  const node = readSyntaxTree(tree);
  if (node === null) throw new Error("the tree is readable");
  const html = renderToStaticMarkup(<SyntaxTreeView node={node} />);
  expect(html.replaceAll(/<[^>]+>/gu, "|").replaceAll(/\|+/gu, "|")).toBe(
    "|program| …| 1–9|name: |identifier| &lt;b&gt;| 2|",
  );
  expect(html).toContain("<details open");
});

it("reads only complete trees", () => {
  expect(readSyntaxTree(undefined)).toBeNull();
  expect(readSyntaxTree({ ...tree, children: [{ ...leaf, line: "2" }] })).toBeNull();
  expect(readSyntaxTree({ type: "program" })).toBeNull();
});

it("names the lines with syntax errors once, and marks what the grammar cannot read", () => {
  const problems = [
    { line: 1, missing: null },
    { line: 1, missing: ")" },
    { line: 4, missing: null },
  ];
  expect(readErrorLines({ problems })).toEqual([1, 4]);
  expect(readErrorLines({ problems: "none" })).toEqual([]);
  const node = readSyntaxTree({ ...tree, type: "ERROR" });
  if (node === null) throw new Error("the tree is readable");
  expect(renderToStaticMarkup(<SyntaxTreeView node={node} />)).toContain(
    '<span class="text-error">ERROR</span>',
  );
});
