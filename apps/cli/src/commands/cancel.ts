import { defineCommand } from "citty";
import { controlTrace } from "../control-trace.ts";

/** `goaltrace cancel <trace>`: stops a run. */
export const cancelCommand = defineCommand({
  meta: { name: "cancel", description: "Stop a run" },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  run: async ({ args: { trace, workspace } }) => await controlTrace("cancel", { trace, workspace }),
});
