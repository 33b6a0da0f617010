import { defineCommand } from "citty";
import { controlTrace } from "../control-trace.ts";

/** `goaltrace pause <trace>`: pauses a run before its next step. */
export const pauseCommand = defineCommand({
  meta: { name: "pause", description: "Pause a run before its next step" },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  run: async ({ args: { trace, workspace } }) => await controlTrace("pause", { trace, workspace }),
});
