import { defineCommand } from "citty";
import { decideForTrace, REQUEST_ARGUMENTS } from "../decide-for-trace.ts";

/** `goaltrace deny <trace>`: keeps a tool call from running; the run continues without it. */
export const denyCommand = defineCommand({
  meta: { name: "deny", description: "Deny a tool call that a run waits with" },
  args: {
    ...REQUEST_ARGUMENTS,
    reason: { type: "string", description: "The reason, for the model (default: none)" },
  },
  run: async ({ args }) => await decideForTrace(args, { kind: "deny", reason: args.reason ?? null }),
});
