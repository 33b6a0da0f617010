import { GoaltraceError } from "@goaltrace/core";
import { traceLines } from "@goaltrace/core/reading";
import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace export <trace>`: prints a complete run as JSONL to standard output. */
export const exportCommand = defineCommand({
  meta: { name: "export", description: "Print a run as JSON lines" },
  args: {
    trace: { type: "positional", description: "Trace id", required: true },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
  },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      const { database } = runtime;
      const scope = await localScope(runtime, args.workspace);
      const trace = await database.traces.get(scope, args.trace);
      if (trace === undefined)
        throw new GoaltraceError({
          code: "NOT_FOUND",
          message: `There is no trace ${args.trace} in this workspace.`,
          fix: "Check the id, or choose another workspace with --workspace.",
        });
      const { traces, blobs } = database;
      for await (const line of traceLines({ traces, blobs, scope }, trace))
        // Respects backpressure, so that a long log does not pile up in memory.
        if (!(await standardOutput.write(line))) return;
    }),
});
