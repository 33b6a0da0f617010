import type { ToolContext } from "@goaltrace/core";
import type { Machine } from "./machine.ts";
import { prepareCommand } from "./prepare-command.ts";
import { type CommandChanges, watchChanges } from "../undo/record-changes.ts";
import { type ProcessResult, runProcess } from "./run-process.ts";

/** A command line of a call, with its time limit in seconds. */
export type CommandRequest = {
  readonly command: string;
  readonly seconds: number;
  readonly hasNetwork: boolean;
  /** The only hosts that a command without the network may reach, as `parseDomains` returns them. @default none */
  readonly domains?: readonly string[];
  /** The project folder. */
  readonly folder: string;
  /** Whether it may change git's data in the project folder, apart from what names programs. @default false */
  readonly changesRepository?: boolean;
  /** Environment variables, with placeholders of secrets in their values. @default none */
  readonly variables?: Readonly<Record<string, string>>;
};

/** How a command ended, and what the sandbox kept from it. */
export type CommandOutcome = ProcessResult & {
  readonly sandbox: "enforcing" | "partial" | "none";
  /** Its changes in the project folder; null where nothing keeps versions of files. */
  readonly changes: CommandChanges | null;
  /** Hosts that it asked for and may not reach. */
  readonly refusedHosts: readonly string[];
  /** A sentence for each thing that it left for git to run, and that was taken away. */
  readonly cleared: readonly string[];
};

/**
 * Runs a command line with bash in the project folder, in the sandbox where there is one. Its output streams to people; its start and end are
 * recorded in the run. Never rejects because of the command. Errors: NOT_ALLOWED for a folder that cannot be guarded, and for secrets that this
 * call must not have.
 */
export async function runCommand(
  machine: Machine,
  context: ToolContext,
  request: CommandRequest,
): Promise<CommandOutcome> {
  const { folder, seconds } = request;
  const { history } = machine;
  const { processId, process, started, sandbox, proxy, clear } = await prepareCommand(
    machine,
    context,
    request,
  );
  const watched =
    history === undefined || context.versions === undefined
      ? null
      : await watchChanges(history, context, folder).catch(async (error: unknown) => {
          await clear();
          throw error;
        });
  context.record({ type: "process.started", data: started });
  const result = await runProcess({
    ...process,
    timeLimitMs: seconds * 1000,
    signal: context.signal,
    onOutput: context.output,
  });
  const cleared = await clear();
  const changes = (await watched?.()) ?? null;
  const { ending, exitCode, signal, durationMs, outputBytes, peakMemoryBytes } = result;
  context.record({
    type: "process.ended",
    data: {
      ...{
        processId,
        exitCode,
        signal,
        durationMs,
        outputBytes,
        peakMemoryBytes,
        timedOut: ending === "time",
      },
      ...(ending === "exited" || ending === "failed" ? {} : { killed: ending }),
      ...(changes === null ? {} : { changes: { ...changes.event, unclear: [...changes.event.unclear] } }),
    },
  });
  return { ...result, sandbox, changes, refusedHosts: proxy?.refused() ?? [], cleared };
}
