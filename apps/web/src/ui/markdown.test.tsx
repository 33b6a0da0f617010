import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownBody } from "./markdown-body.tsx";
import { Markdown } from "./markdown.tsx";
import { renderMarkup } from "./testing/render-markup.tsx";

function render(text: string): string {
  return renderMarkup(<MarkdownBody text={text} />);
}

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

  it("shows the escaped source text until the parser has loaded", () => {
    expect(renderToStaticMarkup(<Markdown text={"**a** <b>\nc"} />)).toBe(
      '<div class="prose"><p class="whitespace-pre-wrap">**a** &lt;b&gt;\nc</p></div>',
    );
  });
});
