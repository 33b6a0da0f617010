import type { ToolContext } from "@goaltrace/core";
import { commandEnvironment, PROCESS_MARKER } from "./command-environment.ts";
import { fillVariables } from "./fill-variables.ts";
import type { Machine } from "./machine.ts";
import { markerOf } from "./leftovers.ts";
import { type CommandChanges, watchChanges } from "../undo/record-changes.ts";
import { type ProcessResult, runProcess } from "./run-process.ts";

/** A command line of a call, with its time limit in seconds. */
export type CommandRequest = {
  readonly command: string;
  readonly seconds: number;
  readonly hasNetwork: boolean;
  /** The project folder. */
  readonly folder: string;
  /** Environment variables, with placeholders of secrets in their values. @default none */
  readonly variables?: Readonly<Record<string, string>>;
};

/** How a command ended, and what the sandbox kept from it. */
export type CommandOutcome = ProcessResult & {
  readonly sandbox: "enforcing" | "partial" | "none";
  /** Its changes in the project folder; null where nothing keeps versions of files. */
  readonly changes: CommandChanges | null;
};

/**
 * Runs a command line with bash in the project folder, in the sandbox where there is one. Its output streams to people; its start and end are
 * recorded in the run. Never rejects because of the command. Errors: NOT_ALLOWED for a folder that cannot be guarded, and for secrets that this
 * call must not have.
 */
export async function runCommand(
  { sandbox, variables, history }: Machine,
  context: ToolContext,
  { command, seconds, hasNetwork, folder, variables: own = {} }: CommandRequest,
): Promise<CommandOutcome> {
  const environment = commandEnvironment(variables, folder);
  const { strength } = await sandbox.report();
  const wrapped = await sandbox.wrap({
    ...{ projectFolder: folder, forbiddenFolders: context.forbiddenFolders, hides: context.hides },
    ...{ allowsProtectedWrites: context.allowsProtectedWrites === true, hasNetwork },
    searchPath: environment["PATH"] ?? "",
  });
  const filled = await fillVariables(context.secrets, own, {
    // Without a sandbox that holds, nothing keeps a command from the network.
    isOffline: !hasNetwork && wrapped !== null && strength === "enforcing",
  });
  const watched =
    history === undefined || context.versions === undefined
      ? null
      : await watchChanges(history, context, folder);
  const processId = context.ids.next();
  const marker = markerOf(processId);
  context.record({
    type: "process.started",
    data: {
      ...{ processId, command, sandboxed: wrapped !== null, sandbox: strength },
      network: hasNetwork || wrapped === null,
    },
  });
  // Both streams go into one pipe, so that their lines stay in order; the text is an argument, which nothing else reads.
  const shell = [
    "bash",
    "--noprofile",
    "--norc",
    "-c",
    'exec 2>&1; exec bash --noprofile --norc -c "$1"',
    "bash",
    command,
  ];
  const [file = "bash", ...rest] = [...(wrapped ?? []), ...shell];
  const result = await runProcess({
    ...{ file, arguments: rest, folder, marker: `${PROCESS_MARKER}=${marker}` },
    environment: { ...filled, ...environment, [PROCESS_MARKER]: marker },
    timeLimitMs: seconds * 1000,
    signal: context.signal,
    onOutput: context.output,
  });
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
  return { ...result, sandbox: strength, changes };
}
