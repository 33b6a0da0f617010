import { createToolSet } from "@goaltrace/core/tools";
import { createToolRun } from "@goaltrace/core/testing";
import type { WebChoice } from "@goaltrace/db";
import { readWebSettings, unconfiguredSearchTool, webTools } from "@goaltrace/tools";
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { createToolsOf } from "./workspace-tools.ts";

const OPEN: WebChoice = { honorsRobots: true, search: null };

/** The tools of a workspace with a choice, on a server with these variables. */
async function toolsWith(choice: WebChoice, variables: Record<string, string> = {}) {
  const web = readWebSettings(variables);
  const tools = createToolSet([...webTools(web), ...(web.search == null ? [unconfiguredSearchTool()] : [])]);
  return await createToolsOf({ tools, web }, { get: async () => choice })("ours");
}

/** A site that closes itself to programs, and answers searches to callers that have the key. */
async function serve(): Promise<string> {
  const server = createServer(({ url = "", headers }, response) => {
    if (url === "/robots.txt") return response.end("User-agent: *\nDisallow: /\n");
    if (url.startsWith("/search"))
      return response.end(
        JSON.stringify({
          results:
            headers.authorization === "Bearer heron-key-1"
              ? [{ title: "Heron", url: "https://example.com/" }]
              : [],
        }),
      );
    response.writeHead(200, { "content-type": "text/plain" }).end("a page");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return typeof address === "object" && address !== null ? `127.0.0.1:${String(address.port)}` : "";
}

it("fetches pages that robots.txt forbids only for a workspace that turned it off", async () => {
  const host = await serve();
  const fetchWith = async (honorsRobots: boolean): Promise<string> => {
    const set = await toolsWith({ ...OPEN, honorsRobots }, { GOALTRACE_WEB_PRIVATE_HOSTS: host });
    const tool = set.find("webfetch");
    if (tool === undefined) throw new Error("webfetch is missing");
    return (await createToolRun({ addressEffect: () => "allow" }).call(tool, { url: `http://${host}/` }))
      .output;
  };
  expect(await fetchWith(true)).toContain("asks programs not to fetch");
  expect(await fetchWith(false)).toContain("a page");
});

it("has a tool to search only where the server or the workspace has a service", async () => {
  const own = { ...OPEN, search: { provider: "searxng", url: "https://search.example.com", secret: null } };
  const names = async (choice: WebChoice, variables?: Record<string, string>) =>
    (await toolsWith(choice, variables)).tools.map(({ name }) => name);
  expect(await names(OPEN)).toEqual(["webfetch"]);
  expect(await names(own)).toEqual(["search", "webfetch"]);
  expect(await names(OPEN, { GOALTRACE_SEARCH: "brave", GOALTRACE_SEARCH_KEY: "k" })).toEqual([
    "search",
    "webfetch",
  ]);
  expect(await names({ ...OPEN, search: { provider: "gone", url: null, secret: null } })).toEqual([
    "webfetch",
  ]);
});

it("fills the key of a workspace's service in for each search, and sends it only to an address that it may reach", async () => {
  const host = await serve();
  const choice = { ...OPEN, search: { provider: "searxng", url: `http://${host}`, secret: "heron" } };
  const asked: unknown[] = [];
  const run = createToolRun({
    secrets: {
      reveal: async (names, destination) => {
        asked.push([names, destination]);
        return new Map([["heron", "heron-key-1"]]);
      },
    },
  });
  const searchWith = async (variables: Record<string, string>) => {
    const tool = (await toolsWith(choice, variables)).find("search");
    if (tool === undefined) throw new Error("search is missing");
    return await run.call(tool, { query: "heron" });
  };
  expect((await searchWith({ GOALTRACE_WEB_PRIVATE_HOSTS: host })).output).toContain("1. Heron");
  expect(asked).toEqual([[["heron"], { kind: "address", address: `http://${host}/` }]]);
  // An admin of a workspace is not the operator.
  expect(await searchWith({})).toMatchObject({ outcome: "error" });
});
