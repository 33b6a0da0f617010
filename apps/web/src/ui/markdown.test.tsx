import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownBody } from "./markdown-body.tsx";
import { costlyConstructs } from "./markdown-limits.ts";
import { Markdown } from "./markdown.tsx";
import { renderMarkup } from "./testing/render-markup.tsx";

function render(text: string): string {
  return renderMarkup(<MarkdownBody text={text} />);
}

/** The time of the processor since `before`, of which other programs take nothing. Milliseconds. */
const processorMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

describe("Markdown", () => {
  it("shows a remote image as a link with its host instead of loading it", () => {
    for (const source of [
      "https://evil.example/x.png",
      "//evil.example/x.png",
      "HTTP://evil.example/x.png",
    ]) {
      const html = render(`![chart](${source})`);
      expect(html).not.toContain("<img");
      expect(html).toContain("Image on evil.example: chart");
    }
  });

  it("shows an image of this server as a link instead of sending a request in the reader's name", () => {
    for (const source of [
      "/api/w/a/traces/1/export",
      "export",
      "./export",
      "?a",
      "blob:x",
      "data:image/png;base64,AA",
    ])
      expect(render(`![chart](${source})`), source).not.toContain("<img");
    const html = render("![chart](/api/w/a/traces/1/export)");
    expect(html).toContain('href="/api/w/a/traces/1/export"');
    expect(html).toContain("Image: chart");
  });

  it("opens links in a new tab without a referrer", () => {
    expect(render("[a](https://example.com/a)")).toContain(
      'target="_blank" rel="noopener noreferrer nofollow"',
    );
  });

  it("shows HTML as text and removes script URLs", () => {
    const html = render(
      "<script>alert(1)</script>\n\n[bad](javascript:alert(1)) ![worse](javascript:alert(1))",
    );
    expect(html).not.toContain("<script");
    expect(html).not.toContain("javascript:");
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("worse");
  });

  it("shows the language of fenced code and a copy button", () => {
    const html = render("```ts\nconst a = 1;\n```");
    expect(html).toContain("<code>const a = 1;</code>");
    expect(html).toContain(">ts<");
    expect(html).toContain('aria-label="Copy code"');
  });

  it("shows task list items as named states", () => {
    const html = render("- [x] done\n- [ ] open");
    expect(html).toContain('aria-label="Completed"');
    expect(html).toContain('aria-label="Pending"');
    expect(html).not.toContain("<input");
  });

  it.each([
    ["emphasis", "*a_", 100_000],
    ["emphasis inside each other", "*a _b ", 20_000],
    ["quotations inside each other", "> ", 20_000],
    ["lists inside each other", "1. ", 20_000],
    ["quotations and lists inside each other", "> 1. + ", 20_000],
    ["strikethrough", "~a~~b ", 50_000],
    ["brackets", "[![", 20_000],
    ["headings by underlines", "a\n=\n", 40_000],
    ["what only looks like the row below the head of a table", `|${"-".repeat(99_000)}x`, 99_000],
  ])("shows a hostile text in bounded time: %s", (_, piece, length) => {
    const startedAt = process.cpuUsage();
    expect(render(piece.repeat(Math.ceil(length / piece.length))).length).toBeGreaterThan(length / 2);
    expect(processorMs(startedAt)).toBeLessThan(5_000);
  });

  it.each([
    ["below a fence in HTML", `<div>\n\`\`\`\n\n${"*a_".repeat(4_000)}`],
    ["below a fence in a comment", `<!--\n\n\`\`\`\n-->\n${"*a_".repeat(4_000)}`],
    ["below what only looks like HTML", `a\n<x>\n\`\`\`\n\n\`\`\`\n${"*a_".repeat(4_000)}`],
    ["below a fence with an inner one", `\`\`\`\n    \`\`\`\n\`\`\`\n${"*a_".repeat(4_000)}`],
    ["between old line ends", `~~~\r~~~\r${"*a_".repeat(4_000)}`],
    ["in rows of no table", "|*a_\n".repeat(4_000)],
    ["in items that begin no list", `a\n${"    - *a_\n".repeat(4_000)}`],
    ["between lines that are not empty", "*a_\n\u00A0\n".repeat(4_000)],
  ])("counts all the emphasis of one paragraph: %s", (_, text) => {
    expect(costlyConstructs(text)).toContain("attention");
  });

  it.each([
    ["a numbered list", 410, (number: number) => `${String(number)}. **Item** text`],
    ["bullets further in", 420, (number: number) => (number === 1 ? "- a" : "    - **Item** *more*"), 418],
    ["code in an item", 1, () => `1. a\n   \`\`\`\n${"   a_b = c_d * e_f\n".repeat(410)}   \`\`\`\n\n**x**`],
  ])("keeps the emphasis of a long ordinary text: %s", (_, count, line, shown = count) => {
    const text = Array.from({ length: count }, (_each, index) => line(index + 1)).join("\n");
    expect(render(text).match(/<strong>/gu)?.length).toBeGreaterThanOrEqual(shown);
  });

  it("does not fill up the rows of a hostile table", () => {
    const table = (columns: number, rows: number): string =>
      `${"|a".repeat(columns)}|\n${"|-".repeat(columns)}|\n${"|b|\n".repeat(rows)}`;
    expect(render(table(1_000, 1_000))).not.toContain("<table");
    expect(render(`> ${table(1_000, 1_000).replaceAll("\n", "\n> ")}`)).not.toContain("<table");
    expect(render(table(20, 500))).toContain("<table");
  });

  it("shows a very long text as it was written", () => {
    expect(render(`**a**\n${"b".repeat(100_000)}`)).toContain("**a**");
  });

  it("formats long ordinary texts", () => {
    const html = render(
      [
        ...Array.from({ length: 300 }, (_, index) => `- **item ${String(index)}** with \`a_b\` and *more*`),
        "```py",
        ...Array.from({ length: 900 }, () => "some_name = other_name * third_name"),
        "```",
        "",
        "> > a **quoted** line",
      ].join("\n"),
    );
    expect(html.match(/<strong>/gu)).toHaveLength(301);
    expect(html).toContain("<blockquote>");
  });

  it("shows the escaped source text until the parser has loaded", () => {
    expect(renderToStaticMarkup(<Markdown text={"**a** <b>\nc"} />)).toBe(
      '<div class="prose"><p class="whitespace-pre-wrap">**a** &lt;b&gt;\nc</p></div>',
    );
  });
});
