import { MCP_TOOLS } from "@goaltrace/host/mcp-server";
import { findCheckout } from "../find-checkout.ts";
import { readOrigin } from "../rest/api-docs.ts";

/** How to connect an MCP client: its configuration as JSON, and the number of tools of each right. */
export type McpDocs = {
  readonly http: string;
  readonly stdio: string;
  readonly tools: { readonly read: number; readonly run: number; readonly decide: number };
};

/** Returns the configurations for clients of this server, in the shape that most clients read. `KEY` stands for the API key. */
export function mcpDocsFor({
  origin,
  checkout,
  workspace,
}: {
  readonly origin: string;
  readonly checkout: string;
  readonly workspace: string;
}): McpDocs {
  const serve = ["run", "-s", "goaltrace", "--", "mcp", "serve", "--workspace", workspace, "--read-only"];
  const count = (right: string): number => MCP_TOOLS.filter((tool) => tool.right === right).length;
  return {
    http: toConfiguration({
      type: "http",
      url: `${origin}/api/mcp`,
      headers: { Authorization: "Bearer gt_…" },
    }),
    // Clients start it in a folder that they choose, and not all of them support `cwd`.
    stdio: toConfiguration({ command: "npm", args: ["--prefix", checkout, ...serve] }),
    tools: { read: count("read"), run: count("run"), decide: count("decide") },
  };
}

/** As `mcpDocsFor`, for the reader of a page. */
export async function mcpDocs(workspace: string): Promise<McpDocs> {
  return mcpDocsFor({ origin: await readOrigin(), checkout: findCheckout(process.cwd()), workspace });
}

function toConfiguration(server: object): string {
  return JSON.stringify({ mcpServers: { goaltrace: server } }, null, 2);
}
