import { findChromium } from "@goaltrace/tools";

/** A server that can be added without knowing how it is started. `settings` has the shape of one entry of `mcpServers`. */
export type KnownServer = { readonly name: string; readonly settings: Readonly<Record<string, unknown>> };

/** Downloads the package on the first start, which needs the network. */
function npx(
  name: string,
  packageName: string,
  more: { readonly args?: readonly string[]; readonly env?: Readonly<Record<string, string>> } = {},
): KnownServer {
  const { args = [], ...rest } = more;
  return { name, settings: { command: "npx", args: ["-y", packageName, ...args], network: true, ...rest } };
}

const CHROMIUM = findChromium();

/** The servers of the list. The sandbox starts them in the project folder, which `.` means. */
export const KNOWN_SERVERS: readonly KnownServer[] = [
  npx("playwright", "@playwright/mcp", {
    args: ["--headless", "--isolated", "--no-sandbox", "--executable-path", CHROMIUM],
  }),
  npx("filesystem", "@modelcontextprotocol/server-filesystem", { args: ["."] }),
  npx("sqlite", "mcp-server-sqlite-npx", { args: ["./database.sqlite"] }),
  npx("context7", "@upstash/context7-mcp"),
  npx("puppeteer", "@modelcontextprotocol/server-puppeteer", {
    env: { PUPPETEER_SKIP_DOWNLOAD: "1", PUPPETEER_EXECUTABLE_PATH: CHROMIUM },
  }),
  npx("everything", "@modelcontextprotocol/server-everything"),
];
