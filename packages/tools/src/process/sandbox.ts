import { realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { foldersToHide, type KeptFiles } from "./hidden-files.ts";
import { commandEnvironment } from "./command-environment.ts";
import { runCanary, type SandboxReport } from "./canary.ts";
import { sandboxArguments, type SandboxView, toolFolders } from "./sandbox-arguments.ts";
import { systemKeys } from "./system-keys.ts";
import { CANARY_RETRY_MS } from "./tunables.ts";

/** One command for the sandbox, with the paths that it may not see. */
export type SandboxRequest = {
  readonly projectFolder: string;
  readonly forbiddenFolders: readonly string[];
  readonly hides?: ((path: string) => boolean) | undefined;
  readonly allowsProtectedWrites: boolean;
  /** Whether the command may change git's data in the project, apart from what names programs. @default false */
  readonly changesRepository?: boolean | undefined;
  readonly hasNetwork: boolean;
  readonly searchPath: string;
  /** Files and folders outside the project that the command may read besides those of the system. @default none */
  readonly readable?: readonly string[];
  /** Folders that it may read in places of the project. @default none */
  readonly mounts?: SandboxView["mounts"];
  /** Receives what of the project is kept from the command, before it starts. @default nobody does */
  readonly onKept?: ((kept: KeptFiles) => void) | undefined;
};

/** The sandbox of this machine. */
export interface Sandbox {
  /** Returns what the sandbox really keeps from commands, tested once by a canary, and again if that ran out of time. */
  report(): Promise<SandboxReport>;
  /** Returns the program and arguments to put in front of a command; null where no sandbox works at all. */
  wrap(request: SandboxRequest): Promise<readonly string[] | null>;
  /** Returns the folders of programs outside the system that commands in a project folder see, as named and as links resolve them. */
  shownFolders?(projectFolder: string): Promise<readonly string[]>;
}

/** Creates the sandbox over bubblewrap. `program` is its name or path; null for none. `variables` are those of the server. `try` and `now` are for tests. */
export function createSandbox(
  program: string | null = "bwrap",
  {
    try: tryOut = runCanary,
    now = Date.now,
    variables = {},
  }: {
    readonly variables?: Readonly<Record<string, string | undefined>>;
    readonly try?: typeof runCanary;
    readonly now?: () => number;
  } = {},
): Sandbox {
  const report = reportOnce(async () => await tryOut(program), now);
  return {
    report,
    shownFolders: async (projectFolder) => {
      const searchPath = commandEnvironment(variables, projectFolder)["PATH"] ?? "";
      const folders = toolFolders({ projectFolder, searchPath, nodePrefix: await nodePrefix() });
      const real = await Promise.all(folders.map(async (path) => await realpath(path).catch(() => path)));
      return [...new Set([...folders, ...real])];
    },
    wrap: async (request) => {
      if (program === null || (await report()).strength === "none") return null;
      const projectFolder = await realpath(request.projectFolder);
      const { changeable, links, ...kept } = await foldersToHide(projectFolder, request);
      request.onKept?.({ ...kept, changeable, links });
      return [
        program,
        ...sandboxArguments({
          ...{ projectFolder, hasNetwork: request.hasNetwork, searchPath: request.searchPath },
          ...{ readable: request.readable ?? [], mounts: request.mounts ?? [] },
          ...{ ...kept, keys: await systemKeys(), nodePrefix: await nodePrefix() },
        }),
        "--",
      ];
    },
  };
}

/** No one waits for another try: until it has ended, the earlier result holds. */
function reportOnce(tryOut: () => Promise<SandboxReport>, now: () => number): () => Promise<SandboxReport> {
  let known: Promise<SandboxReport> | null = null;
  let retryAt = Number.POSITIVE_INFINITY;
  const start = async (): Promise<SandboxReport> => {
    const report = await tryOut();
    if (report.strength === "none" && report.isLate === true) retryAt = now() + CANARY_RETRY_MS;
    return report;
  };
  return async () => {
    known ??= start();
    if (now() >= retryAt) {
      retryAt = Number.POSITIVE_INFINITY;
      void start().then((report) => (known = Promise.resolve(report)));
    }
    return await known;
  };
}

/** The folder above `bin/node`; the one of the program alone if it is elsewhere. */
async function nodePrefix(): Promise<string> {
  const program = await realpath(process.execPath);
  const prefix = dirname(dirname(program));
  const hasModules = await stat(join(prefix, "lib", "node_modules")).catch(() => null);
  return hasModules === null ? dirname(program) : prefix;
}
