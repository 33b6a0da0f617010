import type { IncomingMessage, ServerResponse } from "node:http";
import { createToolRun } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { answer, type Handler, redirect, serveSite } from "../../test/web-world.ts";
import { PROVIDERS, type SearchProviderName } from "./search-providers.ts";
import { readWebSettings } from "./web-settings.ts";
import { webTools } from "./web-tools.ts";

const KEY = "search-key-of-the-operator";
const json = (value: unknown): Handler => answer("application/json", JSON.stringify(value));

function searchVia(provider: SearchProviderName, url: string) {
  const settings = readWebSettings({
    ...{ GOALTRACE_SEARCH: provider, GOALTRACE_SEARCH_URL: url, GOALTRACE_SEARCH_KEY: KEY },
  });
  const tool = webTools(settings).find(({ name }) => name === "search");
  if (tool === undefined) throw new Error("search is missing");
  return async (input: object) => await createToolRun().call(tool, { ...input });
}

/** Answers and keeps what was asked. */
function recording(value: unknown): { readonly handler: Handler; readonly asked: Record<string, unknown>[] } {
  const asked: Record<string, unknown>[] = [];
  const handler = (request: IncomingMessage, response: ServerResponse): void => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      asked.push({
        ...{ method: request.method, url: request.url, headers: request.headers },
        body: Buffer.concat(pieces).toString(),
      });
      json(value)(request, response);
    });
  };
  return { handler, asked };
}

const FOUND = [
  { title: "Herons", url: "https://example.com/herons", snippet: "Grey herons & others." },
  { title: "example.org", url: "https://example.org/", snippet: "" },
];

const WITH_CONTENT = {
  results: [
    { title: "Herons", url: "https://example.com/herons", content: "Grey herons &amp; others." },
    { title: null, url: "https://example.org/", content: null },
    { title: "No page", url: "javascript:alert(1)", content: "" },
  ],
};

describe.each([
  {
    ...({ provider: "brave", path: "/res" } as const),
    said: {
      web: {
        results: [
          {
            title: "<strong>Herons</strong>",
            url: "https://example.com/herons",
            description: "Grey herons &amp; others.",
          },
          { title: "", url: "https://example.org/" },
        ],
      },
    },
    asked: {
      ...{ method: "GET", url: "/res?q=grey+heron&count=8&text_decorations=false&freshness=pw" },
      headers: { "x-subscription-token": KEY },
    },
  },
  {
    ...({ provider: "tavily", path: "/search" } as const),
    said: WITH_CONTENT,
    asked: {
      ...{ method: "POST", url: "/search", headers: { authorization: `Bearer ${KEY}` } },
      body: JSON.stringify({ query: "grey heron", max_results: 8, time_range: "week" }),
    },
  },
  {
    ...({ provider: "searxng", path: "/" } as const),
    said: WITH_CONTENT,
    asked: { method: "GET", url: "/search?q=grey+heron&format=json&time_range=week" },
  },
])("$provider", ({ provider, path, said, asked }) => {
  it("gets the query in its own form, and its answer becomes pages", async () => {
    const recorded = recording(said);
    const site = await serveSite({ [path]: recorded.handler, "/search": recorded.handler });
    const result = await searchVia(
      provider,
      `${site.origin}${path}`,
    )({ query: " grey heron ", recency: "week" });
    expect(recorded.asked).toMatchObject([asked]);
    expect(result.metadata).toEqual({
      ...{ kind: "search_results", query: "grey heron", provider: PROVIDERS[provider].label, results: FOUND },
    });
    expect(result.output).toBe(
      "1. Herons\n   https://example.com/herons\n   Grey herons & others.\n2. example.org\n   https://example.org/",
    );
  });
});

it("sends the key nowhere but to the service", async () => {
  const canary = await serveSite();
  const site = await serveSite({ "/search": redirect(`${canary.origin}/search`) });
  const result = await searchVia("tavily", `${site.origin}/search`)({ query: "heron" });
  expect(result).toMatchObject({ outcome: "error" });
  expect(result.output).toContain("status 302");
  expect(canary.connections).toEqual([]);
});

it.each([
  [401, "its key"],
  [429, "limit of searches"],
  [500, "status 500"],
])("explains what status %i means", async (status, says) => {
  const site = await serveSite({ "/search": (_, response) => void response.writeHead(status).end("{}") });
  const result = await searchVia("searxng", site.origin)({ query: "heron" });
  expect(result).toMatchObject({ outcome: "error" });
  expect(result.output).toContain(says);
});

it("finds nothing in an empty answer, and rejects an answer of another kind", async () => {
  const site = await serveSite({ "/search": json({ results: [] }), "/other": json({ results: "none" }) });
  expect(await searchVia("searxng", site.origin)({ query: "heron" })).toMatchObject({
    output: 'SearXNG found nothing for "heron". Try other words.',
  });
  expect(await searchVia("searxng", `${site.origin}/other`)({ query: "heron" })).toMatchObject({
    outcome: "error",
  });
});

it("returns no more results than asked for", async () => {
  const results = Array.from({ length: 30 }, (_, page) => ({ url: `https://example.com/${String(page)}` }));
  const site = await serveSite({ "/search": json({ results }) });
  const { metadata } = await searchVia("searxng", site.origin)({ query: "heron", count: 3 });
  expect(metadata?.["results"]).toHaveLength(3);
});

it("exists only where the operator has named a service", () => {
  const names = (variables: Record<string, string>): readonly string[] =>
    webTools(readWebSettings(variables)).map(({ name }) => name);
  expect(names({})).toEqual(["webfetch"]);
  expect(names({ GOALTRACE_SEARCH: "brave", GOALTRACE_SEARCH_KEY: KEY })).toEqual(["search", "webfetch"]);
});

it.each([
  [{ GOALTRACE_SEARCH: "bing" }, "GOALTRACE_SEARCH must be one of brave, tavily, searxng."],
  [{ GOALTRACE_SEARCH: "brave" }, "GOALTRACE_SEARCH_KEY must be"],
  [{ GOALTRACE_SEARCH: "tavily", GOALTRACE_SEARCH_KEY: "a b" }, "GOALTRACE_SEARCH_KEY has characters"],
  [{ GOALTRACE_SEARCH: "searxng" }, "GOALTRACE_SEARCH_URL must be"],
  [{ GOALTRACE_SEARCH: "searxng", GOALTRACE_SEARCH_URL: "file:///etc" }, "GOALTRACE_SEARCH_URL must be"],
])("names the variable that is wrong in %j", (variables, message) => {
  expect(() => readWebSettings(variables)).toThrow(message);
});
