import { realpath, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { GoaltraceError } from "@goaltrace/core";
import type { RunEventPayloads } from "@goaltrace/core/log";
import type { ToolContext } from "@goaltrace/core";
import { commandEnvironment, PROCESS_MARKER } from "./command-environment.ts";
import { createAddressGuard } from "../web/address-guard.ts";
import { type DomainProxy, openDomainProxy } from "./domain-proxy.ts";
import { fillVariables } from "./fill-variables.ts";
import { markerOf } from "./leftovers.ts";
import type { Machine } from "./machine.ts";
import type { KeptFiles } from "./hidden-files.ts";
import { relayedShell } from "./network-relay.ts";
import type { CommandRequest } from "./run-command.ts";
import type { ProcessRequest } from "./run-process.ts";
import { watchRepositories } from "./watch-repositories.ts";

/** A command line in its sandbox, ready to be run, with the facts that the log gets about its start. */
export type PreparedCommand = {
  readonly processId: string;
  readonly process: Pick<ProcessRequest, "file" | "arguments" | "folder" | "marker" | "environment">;
  readonly started: Omit<RunEventPayloads["process.started"], "toolCallId">;
  readonly sandbox: "enforcing" | "partial" | "none";
  /** The way to the domains of the command; null for one that has none or the whole network. */
  readonly proxy: DomainProxy | null;
  /**
   * Takes away what was opened for the command, and what it left for git to run. Call it once the command has ended. Returns a sentence for each
   * thing of the command that it took away.
   */
  readonly clear: () => Promise<readonly string[]>;
};

/**
 * Prepares a command line of a call: sandbox, environment, marker, and a proxy where it may reach some domains.
 * Errors: as `runCommand`; NOT_FOUND when the project folder is not there.
 */
export async function prepareCommand(
  machine: Machine,
  context: ToolContext,
  request: Omit<CommandRequest, "seconds">,
): Promise<PreparedCommand> {
  const { hasNetwork, domains = [], folder } = request;
  // Systems report a missing folder like a missing program.
  if ((await stat(folder).catch(() => null))?.isDirectory() !== true)
    throw new GoaltraceError({
      code: "NOT_FOUND",
      message: `The project folder ${folder} is not there.`,
      fix: "Bring it back, or choose another project folder.",
    });
  const { strength } = await machine.sandbox.report();
  // Without a sandbox that holds, nothing keeps a command from the network.
  const isRelayed = strength === "enforcing" && !hasNetwork && domains.length > 0;
  const proxy = isRelayed
    ? await openDomainProxy(
        domains,
        createAddressGuard({ privateHosts: machine.privateHosts ?? new Set<string>() }),
      )
    : null;
  try {
    return await prepare(machine, context, { ...request, strength, proxy });
  } catch (thrown) {
    await proxy?.close();
    throw thrown;
  }
}

async function prepare(
  { sandbox, variables, worktrees }: Machine,
  context: ToolContext,
  request: Omit<CommandRequest, "seconds"> &
    Pick<PreparedCommand, "proxy"> & {
      readonly strength: PreparedCommand["sandbox"];
    },
): Promise<PreparedCommand> {
  const { command, hasNetwork, domains = [], folder, variables: own = {}, strength, proxy } = request;
  const { changesRepository = false } = request;
  const environment = commandEnvironment(variables, folder);
  const view = await worktrees?.viewOf(folder);
  const found: KeptFiles[] = [];
  const wrapped = await sandbox.wrap({
    onKept: (files) => void found.push(files),
    ...{ projectFolder: folder, forbiddenFolders: context.forbiddenFolders, hides: context.hides },
    ...{ allowsProtectedWrites: context.allowsProtectedWrites === true, hasNetwork, changesRepository },
    searchPath: environment["PATH"] ?? "",
    readable: [...(view?.readable ?? []), ...(proxy === null ? [] : [dirname(proxy.socket)])],
    mounts: view?.mounts ?? [],
  });
  const filled = await fillVariables(context.secrets, own, {
    isOffline: !hasNetwork && proxy === null && wrapped !== null && strength === "enforcing",
  });
  const [kept] = found;
  const clearRepositories =
    kept === undefined || context.allowsProtectedWrites === true
      ? async () => []
      : await watchRepositories(await realpath(folder), kept, { changesRepository });
  const processId = context.ids.next();
  const marker = markerOf(processId);
  const shell =
    proxy === null ? { argv: [...SHELL, command], environment: {} } : relayedShell(command, proxy.socket);
  const [file = "bash", ...rest] = [...(wrapped ?? []), ...shell.argv];
  return {
    processId,
    process: {
      ...{ file, arguments: rest, folder, marker: `${PROCESS_MARKER}=${marker}` },
      environment: { ...filled, ...environment, ...shell.environment, [PROCESS_MARKER]: marker },
    },
    started: {
      ...{ processId, command, sandboxed: wrapped !== null, sandbox: strength },
      network: hasNetwork || wrapped === null,
      ...(proxy === null ? {} : { domains: [...domains] }),
    },
    ...{ sandbox: strength, proxy },
    clear: async () => {
      await proxy?.close();
      return await clearRepositories();
    },
  };
}

/** Both streams go into one pipe, so that their lines stay in order; the text is an argument, which nothing else reads. */
const SHELL = [
  ...["bash", "--noprofile", "--norc", "-c"],
  ...['exec 2>&1; exec bash --noprofile --norc -c "$1"', "bash"],
];
