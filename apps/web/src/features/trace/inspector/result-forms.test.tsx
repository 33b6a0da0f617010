import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { FoundPagesView } from "./found-pages-view.tsx";
import { readProblems } from "./problems.ts";
import { pageText, readFetchedPage, readFoundPages } from "./web-results.ts";

const page = { title: "Herons <b>", url: "https://example.com/herons", snippet: "Grey." };

it("shows the pages of a search as links, and no address that a browser would run", () => {
  const metadata = {
    ...{ kind: "search_results", results: [page, { ...page, url: "javascript:alert(1)" }, { title: 1 }] },
  };
  const pages = readFoundPages(metadata);
  expect(pages).toEqual([page]);
  const html = renderToStaticMarkup(<FoundPagesView pages={pages ?? []} />);
  expect(html).toContain('href="https://example.com/herons"');
  expect(html).toContain('rel="noopener noreferrer nofollow"');
  expect(html).toContain("Herons &lt;b&gt;");
});

it("reads the facts of a page, and its text without the lines before it", () => {
  const facts = { finalUrl: "https://example.com/", mediaType: "text/html", bytes: 12, format: "markdown" };
  expect(readFetchedPage({ kind: "web_page", ...facts })).toMatchObject({ bytes: 12, isMarkdown: true });
  expect(readFetchedPage({ kind: "web_page", ...facts, finalUrl: "data:text/html,x" })).toBeNull();
  expect(readFetchedPage(facts)).toBeNull();
  expect(pageText("[Page: A (https://a.example/)]\n[Cut.]\n\n[A link](b)\n")).toBe("[A link](b)\n");
  expect(pageText("no head")).toBe("no head");
});

it("reads the problems of a language server and nothing else", () => {
  const problem = {
    severity: "warning",
    line: 2,
    column: 3,
    code: "2322",
    message: "Wrong.",
    source: "x = 1",
  };
  expect(readProblems({ server: "pyright", problems: [problem, { line: "2" }] })).toEqual([problem]);
  // Results of parsing have no server.
  expect(readProblems({ problems: [problem] })).toBeNull();
  expect(readProblems(undefined)).toBeNull();
});
