import { GoaltraceError } from "@goaltrace/core";
import { defineCommand } from "citty";
import { decideForTrace, REQUEST_ARGUMENTS } from "../decide-for-trace.ts";

const RESOLUTIONS = { happened: "happened", "run-again": "run_again", left: "left" } as const;

/** `goaltrace resolve <trace> --as happened|run-again|left`: reports what became of a call whose process died while it ran. */
export const resolveCommand = defineCommand({
  meta: { name: "resolve", description: "Report what became of a call whose process died while it ran" },
  args: {
    ...REQUEST_ARGUMENTS,
    as: {
      type: "string",
      required: true,
      description: "happened, run-again, or left to leave the outcome unknown",
    },
  },
  run: async ({ args }) => {
    const resolution = new Map(Object.entries(RESOLUTIONS)).get(args.as);
    if (resolution === undefined)
      throw new GoaltraceError({
        code: "INVALID_INPUT",
        message: `--as must be happened, run-again or left, not "${args.as}".`,
        fix: "Use --as happened when the call took effect.",
      });
    await decideForTrace(args, { kind: "resolve", resolution });
  },
});
