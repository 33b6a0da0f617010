import path from "node:path";
import { findChromium } from "@goaltrace/tools";

/** A call of a tool by its name on the server. */
export type ServerCall = { readonly tool: string; readonly input: object };

/** A server from npm, and what a run asks of it. */
export type RealServer = {
  readonly name: string;
  /** Its program below `node_modules`. */
  readonly script: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly network: boolean;
  /** The least number of tools that it lists; some list more for clients that can do more. */
  readonly tools: number;
  readonly calls: readonly ServerCall[];
  /** A part of what the calls return together. */
  readonly says: string;
  /** Whether one of the calls returns an image. */
  readonly hasImage: boolean;
};

const OFFICIAL = "@modelcontextprotocol";
const PAGE = "data:text/html,<title>Herons</title><h1>Herons</h1>";

/** The servers of `tests/mcp-servers`, working in a project folder that has the file `note` with "seven herons". */
export function realServers(project: string): readonly RealServer[] {
  const chromium = findChromium();
  const server = (
    name: string,
    script: string,
    rest: Pick<RealServer, "tools" | "calls" | "says"> & Partial<RealServer>,
  ): RealServer => ({ name, script, args: [], env: {}, network: false, hasImage: false, ...rest });
  const call = (tool: string, input: object = {}): ServerCall => ({ tool, input });
  return [
    server("everything", `${OFFICIAL}/server-everything/dist/index.js`, {
      ...{ tools: 13, says: "herons", hasImage: true },
      calls: [call("echo", { message: "herons" }), call("get-tiny-image")],
    }),
    server("filesystem", `${OFFICIAL}/server-filesystem/dist/index.js`, {
      ...{ tools: 14, args: [project], says: "seven herons" },
      calls: [call("read_text_file", { path: path.join(project, "note") })],
    }),
    server("memory", `${OFFICIAL}/server-memory/dist/index.js`, {
      ...{ tools: 9, env: { MEMORY_FILE_PATH: path.join(project, "memory.json") }, says: "Heron" },
      calls: [
        call("create_entities", {
          entities: [{ name: "Heron", entityType: "bird", observations: ["waits"] }],
        }),
        call("read_graph"),
      ],
    }),
    server("thinking", `${OFFICIAL}/server-sequential-thinking/dist/index.js`, {
      ...{ tools: 1, says: "thoughtNumber" },
      calls: [
        call("sequentialthinking", {
          ...{ thought: "Count.", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
        }),
      ],
    }),
    server("playwright", "@playwright/mcp/cli.js", {
      ...{ tools: 20, network: true, says: "Herons", hasImage: true },
      args: ["--headless", "--isolated", "--no-sandbox", "--executable-path", chromium],
      calls: [call("browser_navigate", { url: PAGE }), call("browser_take_screenshot")],
    }),
    server("devtools", "chrome-devtools-mcp/build/src/bin/chrome-devtools-mcp.js", {
      ...{ tools: 25, network: true, says: "Herons", hasImage: true },
      args: ["--headless", "--isolated", "--executablePath", chromium, "--chromeArg=--no-sandbox"],
      calls: [
        call("new_page", { url: PAGE }),
        call("take_snapshot", { pageId: 2 }),
        call("take_screenshot", { pageId: 2 }),
      ],
    }),
    server("puppeteer", `${OFFICIAL}/server-puppeteer/dist/index.js`, {
      ...{ tools: 7, network: true, says: "Navigated", hasImage: true },
      env: { PUPPETEER_SKIP_DOWNLOAD: "1", PUPPETEER_EXECUTABLE_PATH: chromium },
      calls: [
        call("puppeteer_navigate", {
          ...{ url: PAGE, allowDangerous: true },
          launchOptions: { headless: true, executablePath: chromium, args: ["--no-sandbox"] },
        }),
        call("puppeteer_screenshot", { name: "herons" }),
      ],
    }),
    // Its failure without a network is an ordinary result.
    server("context7", "@upstash/context7-mcp/dist/index.js", {
      ...{ tools: 2, says: "rror" },
      calls: [call("resolve-library-id", { libraryName: "react", query: "hooks" })],
    }),
    server("sqlite-npx", "mcp-server-sqlite-npx/dist/index.js", {
      ...{ tools: 5, args: [path.join(project, "one.sqlite")], says: "birds" },
      calls: [call("create_table", { query: "CREATE TABLE birds (name TEXT)" }), call("list_tables")],
    }),
    server("mcp-sqlite", "mcp-sqlite/mcp-sqlite-server.js", {
      ...{ tools: 8, args: [path.join(project, "two.sqlite")], says: "birds" },
      calls: [call("query", { sql: "CREATE TABLE birds (name TEXT)" }), call("list_tables")],
    }),
  ];
}
