import { commandEnvironment } from "../process/command-environment.ts";
import { markerOf } from "../process/leftovers.ts";
import type { Machine } from "../process/machine.ts";
import { assertFolder } from "./launch-failure.ts";
import { serverFolders } from "./server-folders.ts";
import type { StdioSettings } from "./server-settings.ts";

/** A process to start: the program with its arguments, wrapped by the sandbox. */
export type ServerLaunch = {
  /** The program of the server, which the sandbox starts. */
  readonly command: string;
  readonly file: string;
  readonly arguments: readonly string[];
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly marker: string;
};

/** Where a server works: its folder, and what it may not see there. */
export type ServerPlace = {
  /** Absolute path of the project folder, or of an empty folder for a run without one. */
  readonly folder: string;
  readonly forbiddenFolders: readonly string[];
};

/**
 * Prepares the process of a server: in the sandbox of commands, with the environment of commands and the variables of its settings. It reaches the
 * network only if its settings say so, and it changes neither files that instruct agents nor git's data. Rejects with `LaunchFailed` where the folder is missing.
 */
export async function launchServer(
  { sandbox, variables }: Machine,
  settings: StdioSettings,
  place: ServerPlace & { readonly id: string },
): Promise<ServerLaunch> {
  const { folder, forbiddenFolders, id } = place;
  assertFolder(folder);
  const environment = { ...commandEnvironment(variables, folder), ...settings.env };
  const wrapped = await sandbox.wrap({
    ...{ projectFolder: folder, forbiddenFolders, hasNetwork: settings.network },
    // Nothing looks after git's data while a server runs, which may be for days.
    changesRepository: false,
    ...{ allowsProtectedWrites: false, searchPath: environment["PATH"] ?? "" },
    readable: await serverFolders(settings, { home: variables["HOME"] ?? null, forbidden: forbiddenFolders }),
  });
  const [file = settings.command, ...rest] = [...(wrapped ?? []), settings.command, ...settings.args];
  return { command: settings.command, file, arguments: rest, folder, environment, marker: markerOf(id) };
}
