import type { ToolContext, ToolResult } from "@goaltrace/core";
import type { BackgroundProcess, ProcessEnd } from "@goaltrace/core/ports";
import { BACKGROUND_START_MS } from "../process/tunables.ts";
import { firstLine } from "./command-result.ts";

/** Returns the result of the call that started a process: its name, and what it wrote or how it ended right after its start. */
export async function startedResult(process: BackgroundProcess, context: ToolContext): Promise<ToolResult> {
  await waitForEnd(process, context, BACKGROUND_START_MS);
  const { title, output, ...rest } = newsResult(process);
  const note = `[process ${process.id} started in the background; it ends with the run at the latest]`;
  return { ...rest, title: `Started ${title}`, output: `${note}\n${output}` };
}

/** Returns what a process has written since someone last asked, and whether it runs. */
export function newsResult(process: BackgroundProcess): ToolResult {
  const end = process.end();
  const { text, skippedBytes } = process.take();
  const state = end === null ? "running" : `ended: ${endText(end)}`;
  const skipped = skippedBytes === 0 ? [] : [`[${String(skippedBytes)} earlier bytes not kept]`];
  const written = text.replace(/\n$/u, "");
  return {
    outcome: end === null || (end.killed === undefined && end.signal === null) ? "ok" : "error",
    title: `${firstLine(process.command)} · ${state}`,
    output: [...skipped, ...(written === "" ? ["[nothing new]"] : [written]), `[${state}]`].join("\n"),
    metadata: { processId: process.id, isRunning: end === null },
  };
}

/** Returns how a process ended, in a few words. */
export function endText({ exitCode, signal, killed, durationMs }: ProcessEnd): string {
  const how =
    killed === "canceled"
      ? "stopped"
      : killed === undefined
        ? signal === null
          ? `exit code ${String(exitCode)}`
          : `killed by ${signal}`
        : `killed at its limit of ${killed}`;
  return `${how} after ${(durationMs / 1000).toFixed(1)} s`;
}

/** Waits until a process ends, up to a time limit, ignoring its output. */
async function waitForEnd(process: BackgroundProcess, context: ToolContext, ms: number): Promise<void> {
  const over = AbortSignal.any([context.signal, AbortSignal.timeout(ms)]);
  while (!over.aborted && process.end() === null) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
