import { defineCommand } from "citty";
import { controlTrace } from "../control-trace.ts";

/** `goaltrace resume <trace>`: a paused run continues. */
export const resumeCommand = defineCommand({
  meta: { name: "resume", description: "Let a paused run continue" },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    workspace: { type: "string", description: "Workspace by its short name" },
  },
  run: async ({ args: { trace, workspace } }) => await controlTrace("resume", { trace, workspace }),
});
