import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { MarkdownBody } from "./markdown-body.tsx";
import { Markdown } from "./markdown.tsx";
import { markupOf } from "./testing/markup-of.tsx";

function rendered(text: string): string {
  return markupOf(<MarkdownBody text={text} />);
}

describe("Markdown", () => {
  it("never loads a picture from elsewhere by itself, but offers it as a link that names its host", () => {
    for (const source of [
      "https://evil.example/x.png",
      "//evil.example/x.png",
      "HTTP://evil.example/x.png",
    ]) {
      const html = rendered(`![chart](${source})`);
      expect(html).not.toContain("<img");
      expect(html).toContain("Image on evil.example: chart");
    }
  });

  it("shows pictures of this server", () => {
    expect(rendered("![chart](/api/blobs/1)")).toContain('<img src="/api/blobs/1" alt="chart"');
  });

  it("opens links apart and tells the other side nothing", () => {
    expect(rendered("[a](https://example.com/a)")).toContain(
      'target="_blank" rel="noopener noreferrer nofollow"',
    );
  });

  it("shows HTML as text and drops addresses that would run code", () => {
    const html = rendered(
      "<script>alert(1)</script>\n\n[bad](javascript:alert(1)) ![worse](javascript:alert(1))",
    );
    expect(html).not.toContain("<script");
    expect(html).not.toContain("javascript:");
    expect(html).toContain("&lt;script&gt;");
    expect(html).toContain("worse");
  });

  it("gives fenced code its language and a button that copies it", () => {
    const html = rendered("```ts\nconst a = 1;\n```");
    expect(html).toContain("<code>const a = 1;</code>");
    expect(html).toContain(">ts<");
    expect(html).toContain('aria-label="Copy code"');
  });

  it("reads ticked boxes as states with a name", () => {
    const html = rendered("- [x] done\n- [ ] open");
    expect(html).toContain('aria-label="Completed"');
    expect(html).toContain('aria-label="Pending"');
    expect(html).not.toContain("<input");
  });

  it("is the text as it was written until its parser is there, with nothing in it taken for HTML", () => {
    expect(renderToStaticMarkup(<Markdown text={"**a** <b>\nc"} />)).toBe(
      '<div class="prose"><p class="whitespace-pre-wrap">**a** &lt;b&gt;\nc</p></div>',
    );
  });
});
