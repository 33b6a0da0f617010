import type { Tool } from "@goaltrace/core";
import type { Logger } from "@goaltrace/core/ports";
import type { McpState, McpStore } from "@goaltrace/db";
import { createServerTool, type ManagedPlace, settingMask, toolNames } from "@goaltrace/tools";
import { pinsOf } from "./approved-tools.ts";
import type { ConfiguredServer } from "./configured-server.ts";
import type { ManagedServers } from "./managed-servers.ts";
import {
  type ConfiguredServers,
  configuredServers,
  readServerFiles,
  type ServerFiles,
} from "./read-configured-servers.ts";
import { PLACES_KEPT } from "./tunables.ts";

/** Where a run finds its servers. */
export type RunPlace = { readonly workspaceId: string; readonly projectFolder: string | null };

/** Returns the tools of servers that a run in a place has. */
export type ReadServerTools = (place: RunPlace) => Promise<readonly Tool[]>;

export type ServerToolParts = {
  readonly store: Pick<McpStore, "state">;
  readonly files: ServerFiles;
  readonly servers: ManagedServers;
  readonly logger: Pick<Logger, "warn">;
};

/**
 * Creates the reader. The tools are the approved definitions, so no server is asked and none is started: a run begins as fast as without them, and a
 * server starts with the first call of one of its tools. Without readable approvals there are no tools. Runs of a place share the tools, and
 * everything derived from their definitions, until a server, an approval or a file changes.
 */
export function createReadServerTools(parts: ServerToolParts): ReadServerTools {
  const { store, files, servers, logger } = parts;
  const known = new WeakMap<McpState, Map<string, readonly Tool[]>>();

  const build = (
    { workspaceId, projectFolder }: RunPlace,
    configured: ConfiguredServers,
    state: McpState,
  ) => {
    const place = { workspaceId, projectFolder, forbiddenFolders: files.forbiddenFolders };
    return configured.servers.flatMap((server) => {
      if (!server.isEnabled || server.needsConsent) return [];
      const { pins, isBroken } = pinsOf(server, state.pins);
      if (isBroken) logger.warn("approvals of a server are broken", { workspaceId, server: server.name });
      return toTools(server, place, { pins, servers });
    });
  };
  return async (place) => {
    const { workspaceId, projectFolder } = place;
    try {
      const state = await store.state(workspaceId);
      if (state.pins.length === 0) return [];
      const read = await readServerFiles(files, projectFolder);
      const ofState = known.get(state) ?? new Map<string, readonly Tool[]>();
      known.set(state, ofState);
      const key = JSON.stringify([projectFolder, read]);
      const before = ofState.get(key);
      if (before !== undefined) return before;
      const tools = build(place, configuredServers(files, { ...place, read }, state), state);
      if (ofState.size >= PLACES_KEPT) ofState.clear();
      ofState.set(key, tools);
      return tools;
    } catch (thrown) {
      logger.warn("tools of servers were not read", { workspaceId, error: String(thrown) });
      return [];
    }
  };
}

function toTools(
  server: ConfiguredServer,
  place: ManagedPlace,
  { pins, servers }: { readonly pins: ReturnType<typeof pinsOf>["pins"]; readonly servers: ManagedServers },
): readonly Tool[] {
  const names = toolNames(
    server.name,
    pins.map(({ definition }) => definition.name),
  );
  const mask = settingMask(server.settings);
  return pins.map(({ pin, definition }) =>
    createServerTool({
      name: names.get(definition.name) ?? definition.name,
      serverName: server.name,
      approved: {
        ...{ definition, digest: pin.digest, reportedName: pin.reportedName },
        approvedAt: pin.approvedAt,
      },
      trustsHints: server.settings.trustsHints,
      mask,
      server: () => servers.get(place, server),
    }),
  );
}
