import type { Logger } from "@goaltrace/core/ports";
import type { McpStore } from "@goaltrace/db";
import type { ManagedPlace, McpManager, McpServer, ServerStatus } from "@goaltrace/tools";
import type { ConfiguredServer } from "./configured-server.ts";
import type { ServerSignIn } from "./server-sign-in.ts";

/** The servers of this process, whose status admins see. */
export type ManagedServers = {
  get(this: void, place: ManagedPlace, server: ConfiguredServer): McpServer;
};

/** Creates the servers over a manager; every change of a server's status is stored. */
export function createManagedServers(
  manager: McpManager,
  store: Pick<McpStore, "keepStatus">,
  { logger, signIn }: { readonly logger: Pick<Logger, "warn">; readonly signIn: Pick<ServerSignIn, "auth"> },
): ManagedServers {
  return {
    get: (place, server) => {
      const keep = (status: ServerStatus): void => {
        void store
          .keepStatus(place.workspaceId, toStoredStatus(server, status))
          .catch((thrown: unknown) =>
            logger.warn("status of a server was not stored", { server: server.name, error: String(thrown) }),
          );
      };
      return manager.server(
        place,
        { name: server.name, settings: server.settings },
        {
          ...{ onStatus: keep, auth: signIn.auth(place.workspaceId, server) },
        },
      );
    },
  };
}

/** Returns a status as it is stored. */
export function toStoredStatus(
  { sourceKey, name, settingsDigest }: Pick<ConfiguredServer, "sourceKey" | "name" | "settingsDigest">,
  { state, problem, identity, tools, log }: ServerStatus,
): Parameters<McpStore["keepStatus"]>[1] {
  return {
    ...{ source: sourceKey, server: name, settingsDigest, state },
    problem: problem === null ? null : withoutNull(problem),
    identity: identity === null ? null : JSON.stringify(identity),
    tools: JSON.stringify(tools.definitions),
    log: withoutNull(log),
  };
}

/** PostgreSQL refuses this character. */
function withoutNull(text: string): string {
  return text.replaceAll("\0", "");
}
