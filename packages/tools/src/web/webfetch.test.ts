import { gzipSync } from "node:zlib";
import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { containing } from "../../test/expected.ts";
import { answer, redirect, serveSite, webfetch } from "../../test/web-world.ts";
import { PDF_MAX_BYTES } from "./tunables.ts";

const run = createToolRun();
const HTML = "text/html; charset=utf-8";
const fetchPage = async (pages: Parameters<typeof serveSite>[0], path = "/") => {
  const site = await serveSite(pages);
  const result = await run.call(webfetch([site.host]), { url: `${site.origin}${path}` });
  return { site, result };
};

describe("webfetch reads pages", () => {
  it("returns HTML as Markdown with its title, complete links and without scripts", async () => {
    const { site, result } = await fetchPage(
      {
        "/docs/page": answer(
          HTML,
          `<title>Grüße &amp; more</title><nav><a href="/">Home</a></nav><h1>Guide</h1><script>alert(1)</script>
         <p>See <a href="next">the <b>next</b> page</a> and <a href="javascript:alert(1)">this</a>.</p>
         <table><tr><th>Name<th>Value<tr><td>a<td>1</table><pre><code class="language-js">let x = 1;</code></pre>`,
        ),
      },
      "/docs/page",
    );
    expect(result.outcome).toBeUndefined();
    expect(result.title).toBe(`Fetched Grüße & more (${site.host})`);
    expect(result.output).toContain(`[Page: Grüße & more (${site.origin}/docs/page)]`);
    expect(result.output).toContain("# Guide");
    expect(result.output).toContain(`[the **next** page](${site.origin}/docs/next) and this.`);
    expect(result.output).toMatch(/\| Name\s+\| Value\s+\|/u);
    expect(result.output).toContain("```js\nlet x = 1;\n```");
    expect(result.output).not.toMatch(/alert|Home/u);
    expect(result.metadata).toMatchObject({
      ...{
        kind: "web_page",
        status: 200,
        mediaType: "text/html",
        format: "markdown",
        pageTitle: "Grüße & more",
      },
      finalUrl: `${site.origin}/docs/page`,
    });
  });

  it("leaves out hidden parts of a page", async () => {
    const { result } = await fetchPage({
      "/": answer(
        HTML,
        `<p>Seen.</p><p hidden>Secret order 1</p><div style="color:red; display: none">Secret order 2</div>
        <span aria-hidden="true">Secret order 3</span><!-- Secret order 4 -->`,
      ),
    });
    expect(result.output).toContain("Seen.");
    expect(result.output).not.toContain("Secret order");
  });

  it("returns other texts unchanged, and PDF files as text by page", async () => {
    const pdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 44>>stream
BT /F1 24 Tf 20 100 Td (Hello PDF) Tj ET
endstream
endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R>>`;
    const site = await serveSite({
      "/data.json": answer("application/json", '{"a": [1]}'),
      "/paper.pdf": answer("application/pdf", pdf),
    });
    const tool = webfetch([site.host]);
    expect((await run.call(tool, { url: `${site.origin}/data.json` })).output).toContain('\n\n{"a": [1]}');
    expect((await run.call(tool, { url: `${site.origin}/paper.pdf` })).output).toContain(
      "## Page 1\n\nHello PDF",
    );
  });

  it.each([
    ["the charset of the header", "text/html; charset=iso-8859-1", Buffer.from("<p>Grüße", "latin1")],
    [
      "the charset of the document",
      "text/html",
      Buffer.from('<meta charset="windows-1252"><p>Grüße', "latin1"),
    ],
    ["UTF-8 under a wrong charset", "text/html; charset=us-ascii-wrong", Buffer.from("<p>Grüße")],
    ["Latin-1 declared as UTF-8", HTML, Buffer.from("<p>Grüße und noch mehr Text", "latin1")],
    ["UTF-16 by its mark", "text/html; charset=utf-8", Buffer.from("\ufeff<p>Grüße", "utf16le")],
  ])("decodes %s", async (_, type, body) => {
    expect((await fetchPage({ "/": answer(type, body) })).result.output).toContain("Grüße");
  });

  it("names content that it cannot read", async () => {
    const { result, site } = await fetchPage({ "/": answer("image/png", Buffer.from([0x89, 0x50, 0, 0])) });
    expect(result).toMatchObject({
      outcome: "error",
      output: containing(`Cannot read ${site.origin}/: it is image/png`),
    });
    const text = await fetchPage({ "/": answer("text/plain", Buffer.from([0, 1, 2, 0])) });
    expect(text.result.outcome).toBe("error");
    const broken = await fetchPage({ "/": answer("application/pdf", "%PDF-1.7 and nothing else") });
    expect(broken.result.output).toContain("its content is broken");
  });

  it("reports a failed request with the explanation of its page", async () => {
    const { result } = await fetchPage({}, "/gone");
    expect(result).toMatchObject({
      outcome: "error",
      output: containing("answered with status 404.\n\nnothing here"),
    });
  });
});

describe("webfetch bounds what it reads", () => {
  it("stops reading a body without an end", async () => {
    const { result } = await fetchPage({
      "/": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        const piece = "endless ".repeat(32 * 1024);
        const write = (): void => {
          while (!response.destroyed && response.write(piece));
        };
        response.on("drain", write);
        write();
      },
    });
    expect(result.output).toContain("Only the first");
    expect(result.output.length).toBeLessThan(600_000);
  });

  it("stops decompressing a bomb", async () => {
    const { result } = await fetchPage({
      "/": (_, response) => {
        const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, "a"));
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end(bomb);
      },
    });
    expect(result.metadata).toMatchObject({ bytes: PDF_MAX_BYTES });
  });

  it("fails on a body that is shorter than its length claims, and ignores what follows its length", async () => {
    const short = await fetchPage({
      "/": (_, response) => {
        response.writeHead(200, { "content-type": "text/plain", "content-length": "1000" });
        response.write("short");
        response.socket?.end();
      },
    });
    expect(short.result.outcome).toBe("error");
    const long = await fetchPage({
      "/": (_, response) => {
        response.socket?.end(
          "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\ncontent-length: 5\r\n\r\nshort and more",
        );
      },
    });
    expect(long.result.output).toMatch(/\n\nshort$/u);
  });

  it("ends at once when the call is canceled", async () => {
    const abort = new AbortController();
    const site = await serveSite({ "/": () => abort.abort(new Error("stopped by the test")) });
    const stopped = createToolRun({ signal: abort.signal });
    await expect(stopped.call(webfetch([site.host]), { url: site.origin })).rejects.toThrow(
      "stopped by the test",
    );
  });
});

describe("webfetch follows rules", () => {
  it("honors robots.txt, asks for it once, and fetches nothing when it fails", async () => {
    let asked = 0;
    const site = await serveSite({
      "/robots.txt": (_, response) => {
        asked += 1;
        response.writeHead(200, { "content-type": "text/plain" }).end("User-agent: *\nDisallow: /private\n");
      },
      "/": answer("text/plain", "open"),
      "/private/x": answer("text/plain", "closed"),
    });
    const tool = webfetch([site.host]);
    expect((await run.call(tool, { url: site.origin })).output).toContain("open");
    expect(await run.call(tool, { url: `${site.origin}/private/x` })).toMatchObject({
      ...{ outcome: "error", output: containing("The site asks programs not to fetch this address") },
    });
    expect(asked).toBe(1);
    expect(site.requests).toEqual(["/"]);
    const failing = await fetchPage({ "/robots.txt": (_, response) => void response.writeHead(503).end() });
    expect(failing.result.outcome).toBe("error");
    expect(failing.site.requests).toEqual([]);
  });

  it("honors the robots.txt of the site that a redirect leads to", async () => {
    const closed = await serveSite({
      "/robots.txt": answer("text/plain", "User-agent: Goaltrace\nDisallow: /"),
      "/x": answer("text/plain", "closed"),
    });
    const site = await serveSite({ "/": redirect(`${closed.origin}/x`) });
    const free = createToolRun({ addressEffect: () => "allow" });
    const result = await free.call(webfetch([site.host, closed.host]), { url: site.origin });
    expect(result.output).toContain("asks programs not to fetch");
    expect(closed.requests).toEqual([]);
  });

  it("follows redirects within the site, and to others only where rules allow it", async () => {
    const other = await serveSite({ "/x": answer("text/plain", "other site") });
    const site = await serveSite({
      "/": redirect("/a"),
      "/a": redirect("b", 308),
      "/b": answer("text/plain", "here"),
      "/out": redirect(`${other.origin}/x`),
    });
    const tool = webfetch([site.host, other.host]);
    expect((await run.call(tool, { url: site.origin })).metadata).toMatchObject({
      finalUrl: `${site.origin}/b`,
    });
    expect(await run.call(tool, { url: `${site.origin}/out` })).toMatchObject({
      ...{ outcome: "error", output: containing(`redirects to ${other.origin}/x, another site`) },
    });
    expect(other.connections).toEqual([]);
    const allowed = createToolRun({ addressEffect: () => "allow" });
    expect((await allowed.call(tool, { url: `${site.origin}/out` })).output).toContain("other site");
    const denied = createToolRun({ addressEffect: (address) => (address.endsWith("/a") ? "deny" : "allow") });
    expect((await denied.call(tool, { url: site.origin })).outcome).toBe("error");
  });

  it("stops after ten redirects and reads no body of a redirect", async () => {
    const { result, site } = await fetchPage({
      "/": (request, response) => {
        response.writeHead(302, { location: `/?${String(Math.random())}` });
        response.write("endless");
        request.socket.resume();
      },
    });
    expect(result.output).toContain("redirects more than 10 times");
    expect(site.requests).toHaveLength(11);
  });

  it("sends no cookies, no referrer and no credentials", async () => {
    const seen: string[] = [];
    await fetchPage({
      "/": (request, response) => {
        seen.push(...Object.keys(request.headers));
        response.writeHead(302, { location: "/next", "set-cookie": "id=1" }).end();
      },
      "/next": (request, response) => {
        seen.push(...Object.keys(request.headers));
        response.end("x");
      },
    });
    expect([...new Set(seen)].sort()).toEqual([
      "accept",
      "accept-encoding",
      "accept-language",
      "connection",
      "host",
      "user-agent",
    ]);
  });
});
