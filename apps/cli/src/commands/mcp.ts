import { defineCommand } from "citty";

/** `goaltrace mcp`: the Model Context Protocol. */
export const mcpCommand = defineCommand({
  meta: { name: "mcp", description: "Model Context Protocol" },
  subCommands: {
    serve: async () => (await import("./mcp-serve.ts")).mcpServeCommand,
  },
});
