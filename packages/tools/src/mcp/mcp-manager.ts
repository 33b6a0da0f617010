import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { canonicalJson } from "@goaltrace/core/digest";
import type { Machine } from "../process/machine.ts";
import { createAddressGuard } from "../web/address-guard.ts";
import type { WebSettings } from "../web/web-settings.ts";
import type { ServerRoute } from "./connect-server.ts";
import { createGuardedFetch } from "./guarded-fetch.ts";
import { launchServer } from "./launch-server.ts";
import { createMcpServer, type McpServer, type ServerStatus } from "./mcp-server.ts";
import type { ServerAuth } from "./oauth/server-auth.ts";
import type { NamedServer } from "./server-settings.ts";
import { settingMask } from "./setting-secrets.ts";
import { IDLE_LOOK_MS, IDLE_STOP_MS } from "./tunables.ts";

/** Where a server works. Servers of different workspaces and folders never share a process. */
export type ManagedPlace = {
  readonly workspaceId: string;
  /** Absolute path of the project folder; null for an empty folder of its own. */
  readonly projectFolder: string | null;
  readonly forbiddenFolders: readonly string[];
};

export type ServerHooks = {
  readonly onStatus?: (status: ServerStatus) => void;
  readonly auth?: ServerAuth | null;
};

/** The servers of a process. */
export type McpManager = {
  /**
   * Returns the server with these settings in this place, which runs at most once. It starts when it is asked to. The hooks of the first request
   * apply: `onStatus` receives its status after each change, and `auth` defines how to sign in to a server at an address.
   */
  server(this: void, place: ManagedPlace, server: NamedServer, hooks?: ServerHooks): McpServer;
  /** Stops all servers. */
  close(this: void): Promise<void>;
};

export type McpManagerOptions = {
  readonly machine: Machine;
  /** The addresses that servers may have: those that the web tools may reach. */
  readonly web: WebSettings;
  readonly newId: () => string;
  /** Milliseconds after which an unused server stops, and between two looks. @default those of tunables.ts */
  readonly idle?: { readonly stopMs: number; readonly lookMs: number };
};

type Managed = { readonly server: McpServer; readonly folder: { path: string | null } };

/** Returns the empty folder of a server that works in no project, and makes another one where the system has cleaned it away. */
async function ownFolder(own: Managed["folder"]): Promise<string> {
  const isThere = own.path !== null && (await stat(own.path).catch(() => null)) !== null;
  const folder =
    isThere && own.path !== null ? own.path : await mkdtemp(path.join(tmpdir(), "goaltrace-mcp-"));
  own.path = folder;
  return folder;
}

/** Creates the servers of a process, none of which runs yet. A server that no one has used for a while is stopped; one with a running call never is. */
export function createMcpManager(options: McpManagerOptions): McpManager {
  const { machine, web, newId } = options;
  const { stopMs: idleMs, lookMs } = options.idle ?? { stopMs: IDLE_STOP_MS, lookMs: IDLE_LOOK_MS };
  const servers = new Map<string, Managed>();
  const fetch = createGuardedFetch(createAddressGuard({ privateHosts: web.privateHosts }));

  const stop = async (key: string): Promise<void> => {
    const managed = servers.get(key);
    servers.delete(key);
    await managed?.server.close();
    const folder = managed?.folder.path ?? null;
    if (folder !== null) await rm(folder, { recursive: true, force: true });
  };
  const idle = setInterval(() => {
    const before = performance.now() - idleMs;
    for (const [key, { server }] of servers) if (server.usedAt() < before) void stop(key);
  }, lookMs);
  idle.unref();

  const route = async (
    place: ManagedPlace,
    { settings }: NamedServer,
    {
      own,
      auth,
      isRetry,
    }: { readonly own: Managed["folder"]; readonly auth: ServerAuth | null; readonly isRetry: boolean },
  ): Promise<ServerRoute> => {
    if (settings.kind === "http") return { kind: "http", settings, fetch, auth };
    const folder = place.projectFolder ?? (await ownFolder(own));
    const { forbiddenFolders } = place;
    const launch = await launchServer(machine, settings, { folder, forbiddenFolders, id: newId() });
    return { kind: "stdio", launch, isRetry };
  };

  return {
    server(place, server, { onStatus, auth = null } = {}) {
      const { workspaceId, projectFolder } = place;
      const key = canonicalJson([workspaceId, projectFolder, server.name, server.settings]);
      const known = servers.get(key);
      if (known !== undefined) return known.server;
      const folder: Managed["folder"] = { path: null };
      const created = createMcpServer({
        route: async ({ isRetry }) => await route(place, server, { own: folder, auth, isRetry }),
        mask: settingMask(server.settings),
        onChange: () => onStatus?.(created.status()),
      });
      servers.set(key, { server: created, folder });
      return created;
    },
    async close() {
      clearInterval(idle);
      await Promise.all([...servers.keys()].map(stop));
    },
  };
}
