import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { foldersToHide } from "./hidden-files.ts";
import { runCanary, type SandboxReport } from "./canary.ts";
import { sandboxArguments, type SandboxView } from "./sandbox-arguments.ts";

/** One command for the sandbox, with the paths that it may not see. */
export type SandboxRequest = {
  readonly projectFolder: string;
  readonly forbiddenFolders: readonly string[];
  readonly hides?: ((path: string) => boolean) | undefined;
  readonly allowsProtectedWrites: boolean;
  readonly hasNetwork: boolean;
  readonly searchPath: string;
  /** Files and folders outside the project that the command may read besides those of the system. @default none */
  readonly readable?: readonly string[];
  /** Folders that it may read in places of the project. @default none */
  readonly mounts?: SandboxView["mounts"];
};

/** The sandbox of this machine. */
export interface Sandbox {
  /** Returns what the sandbox really keeps from commands, tested once by a canary. */
  report(): Promise<SandboxReport>;
  /** Returns the program and arguments to put in front of a command; null where no sandbox works at all. */
  wrap(request: SandboxRequest): Promise<readonly string[] | null>;
}

/** Creates the sandbox over bubblewrap. `program` is its name or path; null for none. */
export function createSandbox(program: string | null = "bwrap"): Sandbox {
  let report: Promise<SandboxReport> | null = null;
  const reportOnce = async (): Promise<SandboxReport> => await (report ??= runCanary(program));
  return {
    report: reportOnce,
    wrap: async (request) => {
      if (program === null || (await reportOnce()).strength === "none") return null;
      const projectFolder = await realpath(request.projectFolder);
      const kept = await foldersToHide(projectFolder, request);
      return [
        program,
        ...sandboxArguments({
          ...{ projectFolder, hasNetwork: request.hasNetwork, searchPath: request.searchPath },
          ...{ readable: request.readable ?? [], mounts: request.mounts ?? [] },
          ...{ hidden: kept.hidden, readOnly: kept.readOnly, nodePrefix: await nodePrefix() },
        }),
        "--",
      ];
    },
  };
}

/** The folder above `bin/node`; the one of the program alone if it is elsewhere. */
async function nodePrefix(): Promise<string> {
  const program = await realpath(process.execPath);
  const prefix = dirname(dirname(program));
  const hasModules = await stat(join(prefix, "lib", "node_modules")).catch(() => null);
  return hasModules === null ? dirname(program) : prefix;
}
