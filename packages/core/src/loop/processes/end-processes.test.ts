import { expect, it } from "vitest";
import type { BackgroundProcess, ProcessEnd } from "../../ports/run-processes.ts";
import { createLoopRun } from "../../testing/loop-run.ts";
import { endRun } from "../end-run.ts";
import { parkRun } from "../park-run.ts";
import { releaseRun } from "../release-run.ts";
import { noteEndedProcesses } from "./end-processes.ts";
import { BACKGROUND_PROCESSES_MAX } from "./tunables.ts";

function end(processId: string, exitCode: number | null): ProcessEnd {
  const times = { durationMs: 5, outputBytes: 3, timedOut: false };
  return exitCode === null
    ? { processId, exitCode, signal: "SIGKILL", ...times, killed: "canceled" }
    : { processId, exitCode, signal: null, ...times };
}

/** A process that runs until it is stopped or `exit` is called. */
function createProcess(id: string): BackgroundProcess & { exit(code: number): void } {
  let ended: ProcessEnd | null = null;
  return {
    ...{ id, command: "serve", toolCallId: "call", take: () => ({ text: "", skippedBytes: 0 }) },
    end: () => ended,
    untilNews: async () => undefined,
    stop: async () => (ended ??= end(id, null)),
    exit: (code) => void (ended = end(id, code)),
  };
}

it.each([
  ["ends", async (context) => await endRun(context, { status: "completed", failure: null })],
  ["waits", async (context) => await parkRun(context, { kind: "wait", for: "approval", wakeAt: null })],
  ["is given to another worker", releaseRun],
] as const satisfies readonly (readonly [
  string,
  (context: Awaited<ReturnType<typeof createLoopRun>>["context"]) => Promise<unknown>,
])[])("ends every background process before the run %s, and logs each end once", async (_, leave) => {
  const { context, written } = await createLoopRun();
  const [exited, running] = [createProcess("a"), createProcess("b")];
  context.processes.add(exited);
  context.processes.add(running);
  exited.exit(3);
  noteEndedProcesses(context);
  noteEndedProcesses(context);
  await leave(context);
  expect(running.end()).toMatchObject({ killed: "canceled" });
  const drafts = await written();
  const ends = drafts.filter((draft) => draft.kind === "event" && draft.type === "process.ended");
  expect(ends).toMatchObject([
    { data: { processId: "a", exitCode: 3, toolCallId: "call" } },
    { data: { processId: "b", killed: "canceled" } },
  ]);
  expect(drafts.at(-1)).not.toMatchObject({ type: "process.ended" });
});

it("limits the processes that run at once, and admits new ones when others have ended", async () => {
  const { context } = await createLoopRun();
  const processes = Array.from({ length: BACKGROUND_PROCESSES_MAX }, (_, index) =>
    createProcess(String(index)),
  );
  for (const process of processes) {
    context.processes.assertRoom();
    context.processes.add(process);
  }
  expect(() => context.processes.assertRoom()).toThrow("run already: 0, 1");
  processes[3]?.exit(0);
  context.processes.assertRoom();
});
