import { defineCommand } from "citty";
import { decideForTrace, REQUEST_ARGUMENTS } from "../decide-for-trace.ts";

/** `goaltrace approve <trace>`: lets a tool call run that a run waits with. */
export const approveCommand = defineCommand({
  meta: { name: "approve", description: "Approve a tool call that a run waits with" },
  args: {
    ...REQUEST_ARGUMENTS,
    arguments: {
      type: "string",
      description: "JSON object to run the call with (default: its own arguments)",
    },
  },
  run: async ({ args }) => await decideForTrace(args, { kind: "approve", arguments: args.arguments }),
});
