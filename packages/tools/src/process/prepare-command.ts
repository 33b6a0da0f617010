import type { RunEventPayloads } from "@goaltrace/core/log";
import type { ToolContext } from "@goaltrace/core";
import { commandEnvironment, PROCESS_MARKER } from "./command-environment.ts";
import { fillVariables } from "./fill-variables.ts";
import { markerOf } from "./leftovers.ts";
import type { Machine } from "./machine.ts";
import type { CommandRequest } from "./run-command.ts";
import type { ProcessRequest } from "./run-process.ts";

/** A command line in its sandbox, ready to be run, with the facts that the log gets about its start. */
export type PreparedCommand = {
  readonly processId: string;
  readonly process: Pick<ProcessRequest, "file" | "arguments" | "folder" | "marker" | "environment">;
  readonly started: Omit<RunEventPayloads["process.started"], "toolCallId">;
  readonly sandbox: "enforcing" | "partial" | "none";
};

/** Prepares a command line of a call: sandbox, environment and marker. Errors: as `runCommand`. */
export async function prepareCommand(
  { sandbox, variables }: Machine,
  context: ToolContext,
  { command, hasNetwork, folder, variables: own = {} }: Omit<CommandRequest, "seconds">,
): Promise<PreparedCommand> {
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
  const processId = context.ids.next();
  const marker = markerOf(processId);
  const [file = "bash", ...rest] = [...(wrapped ?? []), ...SHELL, command];
  return {
    processId,
    process: {
      ...{ file, arguments: rest, folder, marker: `${PROCESS_MARKER}=${marker}` },
      environment: { ...filled, ...environment, [PROCESS_MARKER]: marker },
    },
    started: {
      ...{ processId, command, sandboxed: wrapped !== null, sandbox: strength },
      network: hasNetwork || wrapped === null,
    },
    sandbox: strength,
  };
}

/** Both streams go into one pipe, so that their lines stay in order; the text is an argument, which nothing else reads. */
const SHELL = [
  ...["bash", "--noprofile", "--norc", "-c"],
  ...['exec 2>&1; exec bash --noprofile --norc -c "$1"', "bash"],
];
