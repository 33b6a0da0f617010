import type pg from "pg";
import { query } from "../sql.ts";
import type { McpServerKey } from "./mcp.ts";

/** Whether someone has signed in to a server: `none` never, `needed` when it refused a request since. */
export type McpSignInState = "none" | "needed" | "signed_in";

/** The credentials of a server as they are stored. */
export type StoredMcpCredential = { readonly sealed: Uint8Array | null; readonly version: number };

/** A change of credentials. `pendingHash` finds them when a person returns from a sign-in. */
export type McpCredentialChange = {
  readonly sealed: Uint8Array;
  readonly state: McpSignInState;
  readonly pendingHash: string | null;
};

/** The credentials of MCP servers. The caller encrypts them and checks who may change what. */
export interface McpCredentialStore {
  /** Returns the credentials of a server; version 0 and nothing before the first change. */
  read(workspaceId: string, key: McpServerKey): Promise<StoredMcpCredential>;
  /** Replaces the credentials. Returns false, and changes nothing, when they have another version by now. */
  write(
    workspaceId: string,
    key: McpServerKey,
    change: McpCredentialChange & { readonly version: number },
  ): Promise<boolean>;
  /** Removes the credentials of a server; nothing happens without any. */
  remove(workspaceId: string, key: McpServerKey): Promise<void>;
  /** Takes the right to refresh tokens for `ms` milliseconds. Returns false while another has it. */
  lease(workspaceId: string, key: McpServerKey, ms: number): Promise<boolean>;
  /** Gives the right back. */
  release(workspaceId: string, key: McpServerKey): Promise<void>;
  /** Returns the server of the sign-in with this hash of its state; null for none. */
  findPending(workspaceId: string, pendingHash: string): Promise<McpServerKey | null>;
  /** The states of all servers that have credentials. */
  states(workspaceId: string): Promise<readonly (McpServerKey & { readonly state: McpSignInState })[]>;
}

const STATES: readonly McpSignInState[] = ["none", "needed", "signed_in"];

/** The credentials in PostgreSQL. */
export function createMcpCredentialStore(pool: pg.Pool): McpCredentialStore {
  const WHERE = "workspace_id = $1 and source = $2 and server = $3";
  return {
    async read(workspaceId, { source, server }) {
      const [row] = await query<{ readonly sealed: Buffer | null; readonly version: number }>(
        pool,
        `select sealed, version from mcp_credential where ${WHERE}`,
        [workspaceId, source, server],
      );
      return row ?? { sealed: null, version: 0 };
    },

    async write(workspaceId, { source, server }, { sealed, state, pendingHash, version }) {
      const rows = await query(
        pool,
        `insert into mcp_credential as held (workspace_id, source, server, sealed, state, pending_hash, version)
         values ($1, $2, $3, $4, $5, $6, 1) on conflict (workspace_id, source, server) do update set
           sealed = excluded.sealed, state = excluded.state, pending_hash = excluded.pending_hash, version = held.version + 1
         where held.version = $7 returning version`,
        [workspaceId, source, server, sealed, state, pendingHash, version],
      );
      return rows.length > 0;
    },

    async remove(workspaceId, { source, server }) {
      await query(pool, `delete from mcp_credential where ${WHERE}`, [workspaceId, source, server]);
    },

    async lease(workspaceId, { source, server }, ms) {
      const rows = await query(
        pool,
        `insert into mcp_credential as held (workspace_id, source, server, leased_until)
         values ($1, $2, $3, now() + $4 * interval '1 millisecond') on conflict (workspace_id, source, server) do update set
           leased_until = excluded.leased_until where held.leased_until is null or held.leased_until < now() returning server`,
        [workspaceId, source, server, ms],
      );
      return rows.length > 0;
    },

    async release(workspaceId, { source, server }) {
      await query(pool, `update mcp_credential set leased_until = null where ${WHERE}`, [
        ...[workspaceId, source, server],
      ]);
    },

    async findPending(workspaceId, pendingHash) {
      const [row] = await query<McpServerKey>(
        pool,
        "select source, server from mcp_credential where workspace_id = $1 and pending_hash = $2",
        [workspaceId, pendingHash],
      );
      return row ?? null;
    },

    async states(workspaceId) {
      const rows = await query<McpServerKey & { readonly state: string }>(
        pool,
        "select source, server, state from mcp_credential where workspace_id = $1",
        [workspaceId],
      );
      return rows.map(({ source, server, state }) => ({
        ...{ source, server, state: STATES.find((known) => known === state) ?? "none" },
      }));
    },
  };
}
