import { toFailure } from "@goaltrace/core/errors";
import { type McpRight, serveMcpOnStdio } from "@goaltrace/host/mcp-server";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace mcp serve`: lets an MCP client on this machine read traces and start runs, as the owner of a workspace. */
export const mcpServeCommand = defineCommand({
  meta: {
    name: "serve",
    description: "Serve traces, runs and memory to an MCP client on standard input and output",
  },
  args: {
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    "read-only": {
      type: "boolean",
      description: "Offer no tool that starts, stops, decides or proposes anything",
    },
    decide: {
      type: "boolean",
      description: "Also offer tools that approve calls and answer questions in your name",
    },
  },
  run: async ({ args }) => {
    const acting: readonly McpRight[] = args.decide === true ? ["read", "run", "decide"] : ["read", "run"];
    const rights: readonly McpRight[] = args["read-only"] === true ? ["read"] : acting;
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      await serveMcpOnStdio({
        services: runtime,
        caller: { scope, keyId: null, rights: new Set(rights) },
        toFailure,
        onError: (error) => runtime.logger.warn("an MCP message was refused", { reason: error.message }),
      });
    });
  },
});
