import type { RunContext } from "../run-context.ts";

/** Stages the end of each background process that has ended since the last time, so that the log has it before what follows. */
export function noteEndedProcesses({ processes, writer, state }: RunContext): void {
  for (const process of processes.takeEnded()) {
    const end = process.end();
    if (end === null) continue;
    writer.stage({
      ...{ kind: "event", type: "process.ended", goalId: state.goals.focusId },
      data: { ...end, toolCallId: process.toolCallId },
    });
  }
}

/** Ends all background processes of an execution and stages their ends: no process outlives the run, or its stay in this worker. */
export async function endProcesses(context: RunContext): Promise<void> {
  await killProcesses(context);
  noteEndedProcesses(context);
}

/** Ends all background processes, for an execution that can no longer write its log. */
export async function killProcesses({ processes }: Pick<RunContext, "processes">): Promise<void> {
  await Promise.all(processes.list().map(async (process) => await process.stop()));
}
