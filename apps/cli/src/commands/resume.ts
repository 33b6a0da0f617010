import { defineCommand } from "citty";
import { controlTrace } from "../control-trace.ts";

/** `goaltrace resume <trace>`: continues a paused run. */
export const resumeCommand = defineCommand({
  meta: { name: "resume", description: "Continue a paused run" },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  run: async ({ args: { trace, workspace } }) => await controlTrace("resume", { trace, workspace }),
});
