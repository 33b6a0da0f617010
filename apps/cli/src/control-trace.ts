import { GoaltraceError } from "@goaltrace/core";
import { controlRun } from "@goaltrace/host";
import { localScope } from "./local-scope.ts";
import { withRuntime } from "./with-runtime.ts";

/** Sends a run what it does at its next step. Throws NOT_FOUND for a trace that is not there, CONFLICT for one that has ended. */
export async function controlTrace(
  kind: "pause" | "resume",
  { trace, workspace }: { readonly trace: string; readonly workspace: string | undefined },
): Promise<void> {
  await withRuntime(async ({ database, ids, clock }) => {
    const scope = await localScope(database, ids, workspace);
    const { requested } = await controlRun({ stores: database, ids, clock }, scope, {
      traceId: trace,
      body: { kind, payload: {} },
    });
    if (requested) return;
    throw new GoaltraceError({
      code: "CONFLICT",
      message: `The run ${trace} has ended.`,
      fix: "Start another one, or continue its conversation in the browser.",
    });
  });
}
