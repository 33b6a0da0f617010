import type { ToolContext } from "@goaltrace/core";
import type { BackgroundProcess, ProcessEnd } from "@goaltrace/core/ports";
import { prepareCommand } from "./prepare-command.ts";
import type { CommandRequest } from "./run-command.ts";
import type { Machine } from "./machine.ts";
import { runProcess } from "./run-process.ts";
import { BACKGROUND_LIMIT_MS, UNREAD_MAX_BYTES } from "./tunables.ts";
import { createUnreadOutput } from "./unread-output.ts";

/** Digits of the name of a process that models repeat: enough for the few of a run. */
const NAME_DIGITS = 6;

/**
 * Starts a command line that works beside the steps of the run, in the same sandbox as other commands. It ends when it is stopped, at a limit, or
 * with the run's stay in this process. Errors: as `runCommand`; LIMIT_REACHED when as many run as may.
 */
export async function startBackground(
  machine: Machine,
  context: ToolContext,
  request: Omit<CommandRequest, "seconds">,
): Promise<BackgroundProcess> {
  context.processes.assertRoom();
  const prepared = await prepareCommand(machine, context, request);
  const { processId } = prepared;
  const stopped = new AbortController();
  const unread = createUnreadOutput(UNREAD_MAX_BYTES);
  let wake: (() => void)[] = [];
  const news = (): void => {
    const woken = wake;
    wake = [];
    for (const each of woken) each();
  };
  let end: ProcessEnd | null = null;
  const isCovered = machine.history !== undefined && context.versions !== undefined;
  const over = runProcess({
    ...prepared.process,
    timeLimitMs: BACKGROUND_LIMIT_MS,
    signal: stopped.signal,
    onBytes: (chunk) => {
      unread.push(chunk);
      news();
    },
  }).then(
    async ({ ending, exitCode, signal, durationMs, outputBytes, peakMemoryBytes }): Promise<ProcessEnd> => {
      const cleared = await prepared.clear();
      if (cleared.length > 0) unread.push(Buffer.from(`\n[${cleared.join("; ")}]\n`));
      end = {
        ...{ processId, exitCode, signal, durationMs, outputBytes, peakMemoryBytes },
        timedOut: ending === "time",
        ...(ending === "exited" || ending === "failed" ? {} : { killed: ending }),
        // Changes cannot be attributed while several commands run at the same time.
        ...(isCovered ? { changes: { count: 0, uncovered: "background", unclear: [] } } : {}),
      };
      news();
      return end;
    },
  );
  const process: BackgroundProcess = {
    id: processId.slice(-NAME_DIGITS),
    command: request.command,
    toolCallId: context.toolCallId,
    take: unread.take,
    end: () => end,
    untilNews: async (signal) => {
      if (end !== null || unread.hasText() || signal.aborted) return;
      await new Promise<void>((resolve) => {
        wake.push(resolve);
        signal.addEventListener("abort", () => resolve(), { once: true });
      });
    },
    stop: async () => {
      stopped.abort();
      return await over;
    },
  };
  context.processes.add(process);
  context.record({ type: "process.started", data: { ...prepared.started, background: true } });
  return process;
}
