import { canonicalJson } from "@goaltrace/core/digest";
import { commandEnvironment } from "../process/command-environment.ts";
import { foldersToHide } from "../process/hidden-files.ts";
import { markerOf } from "../process/leftovers.ts";
import type { Machine } from "../process/machine.ts";
import { type InstalledServers, openInstalledServers } from "./installed-servers.ts";
import { type LanguageServer, startLanguageServer } from "./language-server.ts";
import type { ServerKind } from "./server-kinds.ts";
import { IDLE_LOOK_MS, IDLE_STOP_MS, RESTART_PERIOD_MS, RESTARTS_MAX, SERVERS_MAX } from "./tunables.ts";

/** Where a server works, and what it may not see there. `folder` is the real path of the project folder. */
export type ServerPlace = {
  readonly workspaceId: string;
  readonly folder: string;
  readonly forbiddenFolders: readonly string[];
  readonly hides?: ((path: string) => boolean) | undefined;
};

/** The language servers of a process: one per language, project folder and view of it. */
export type LanguageServers = Pick<InstalledServers, "modules" | "install"> & {
  /**
   * Queries a server, which is started if it is not running. If it dies during the query, it is restarted and queried once more. Errors: `Error` with
   * a sentence for the model, without a sandbox and for a server that does not start or keeps dying.
   */
  ask<Answer>(
    this: void,
    kind: ServerKind,
    place: ServerPlace,
    question: (server: LanguageServer) => Promise<Answer>,
  ): Promise<Answer>;
  /** Stops all of them. */
  close(this: void): Promise<void>;
};

export type LanguageServersOptions = {
  readonly machine: Pick<Machine, "sandbox" | "variables">;
  /** Absolute path of the folder with installed servers. */
  readonly folder: string;
  readonly newId: () => string;
  /** Milliseconds after which an unused server stops, and between two looks. @default those of tunables.ts */
  readonly idle?: { readonly stopMs: number; readonly lookMs: number };
};

type Running = {
  server: Promise<LanguageServer> | null;
  starts: readonly number[];
  usedAt: number;
  questions: number;
};

/** Creates the language servers of a process, none of which runs yet. */
export function createLanguageServers(options: LanguageServersOptions): LanguageServers {
  const { machine, newId } = options;
  const { stopMs, lookMs } = options.idle ?? { stopMs: IDLE_STOP_MS, lookMs: IDLE_LOOK_MS };
  const installed = openInstalledServers({ folder: options.folder, variables: machine.variables });
  const running = new Map<string, Running>();

  const stop = async (key: string): Promise<void> => {
    const server = running.get(key)?.server;
    running.delete(key);
    await (await server?.catch(() => null))?.stop();
  };
  const idle = setInterval(() => {
    const before = performance.now() - stopMs;
    for (const [key, { usedAt, questions }] of running)
      if (questions === 0 && usedAt < before) void stop(key);
  }, lookMs).unref();

  const start = async (kind: ServerKind, place: ServerPlace): Promise<LanguageServer> => {
    const modules = await installed.modules(kind);
    if (modules === null) throw new Error(`${kind.name} is not installed.`);
    const environment = commandEnvironment(machine.variables, place.folder);
    const wrapped = await machine.sandbox.wrap({
      ...{ projectFolder: place.folder, forbiddenFolders: place.forbiddenFolders, hides: place.hides },
      ...{ allowsProtectedWrites: false, hasNetwork: false, searchPath: environment["PATH"] ?? "" },
      readable: modules === "" ? [] : [modules],
    });
    if (wrapped === null)
      throw new Error(
        "Language servers run only in a sandbox, and this machine has none; see goaltrace doctor.",
      );
    const argv = [...wrapped, ...kind.command(modules)];
    return await startLanguageServer(
      kind,
      { argv, folder: place.folder, environment, marker: markerOf(newId()) },
      modules,
    );
  };

  /** Returns the running server, or a new one unless it has been started too often. */
  const serverOf = async (entry: Running, kind: ServerKind, place: ServerPlace): Promise<LanguageServer> => {
    const known = await entry.server?.catch(() => null);
    if (known !== null && known !== undefined && known.ended() === null) return known;
    const now = performance.now();
    entry.starts = entry.starts.filter((at) => at > now - RESTART_PERIOD_MS);
    if (entry.starts.length >= RESTARTS_MAX)
      throw new Error(`${kind.name} has ended several times within a minute. ${known?.ended() ?? ""}`.trim());
    entry.starts = [...entry.starts, now];
    entry.server = start(kind, place);
    return await entry.server;
  };

  const makeRoom = async (): Promise<void> => {
    const unused = [...running].filter(([, { questions }]) => questions === 0);
    const [oldest] = unused.toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (running.size >= SERVERS_MAX && oldest !== undefined) await stop(oldest[0]);
  };

  return {
    ...installed,
    async ask(kind, place, question) {
      const { hidden } = await foldersToHide(place.folder, { ...place, allowsProtectedWrites: false });
      // A server that sees more than this run may must not answer it.
      const view = hidden.map(({ path }) => path).toSorted();
      const key = canonicalJson([kind.name, place.workspaceId, place.folder, view]);
      if (!running.has(key)) await makeRoom();
      const entry = running.get(key) ?? { server: null, starts: [], usedAt: 0, questions: 0 };
      running.set(key, entry);
      entry.questions += 1;
      try {
        const server = await serverOf(entry, kind, place);
        try {
          return await question(server);
        } catch (thrown) {
          if (server.ended() === null) throw thrown;
          return await question(await serverOf(entry, kind, place));
        }
      } finally {
        entry.questions -= 1;
        entry.usedAt = performance.now();
      }
    },
    async close() {
      clearInterval(idle);
      await Promise.all([...running.keys()].map(stop));
    },
  };
}
