import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { createMcpStateReader } from "./mcp-state.ts";
import { notFound } from "./not-found.ts";

/** A server of a workspace. `settings` is JSON without the values of variables and headers, which are `sealed`. */
export type StoredMcpServer = {
  readonly name: string;
  readonly settings: string;
  readonly sealed: Uint8Array | null;
  readonly isEnabled: boolean;
  readonly personId: string;
  /** Milliseconds since the epoch. */
  readonly savedAt: number;
};

/** The place of a server: where it is configured, and its name there. */
export type McpServerKey = { readonly source: string; readonly server: string };

/** The approved definition of a tool, as JSON. */
export type McpPin = McpServerKey & {
  readonly tool: string;
  readonly settingsDigest: string;
  readonly reportedName: string;
  readonly digest: string;
  readonly definition: string;
  readonly personId: string;
  /** Milliseconds since the epoch. */
  readonly approvedAt: number;
};

/** The last observation of a server by a process. `identity` and `tools` are JSON. */
export type McpStatus = McpServerKey & {
  readonly settingsDigest: string;
  readonly state: string;
  readonly problem: string | null;
  readonly identity: string | null;
  readonly tools: string;
  readonly log: string;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
};

/** The consent that a server of a project folder may be started. */
export type McpConsent = {
  readonly folder: string;
  readonly server: string;
  readonly settingsDigest: string;
  readonly personId: string;
};

/** Everything that decides which tools of servers a run has. */
export type McpState = {
  readonly servers: readonly StoredMcpServer[];
  readonly pins: readonly McpPin[];
  readonly consents: readonly McpConsent[];
};

/** MCP servers of workspaces, approvals of their tools, and what was last seen of them. The caller checks who may change what. */
export interface McpStore {
  /** Returns the state of a workspace, each list sorted by name. It is the same object until something changes. */
  state(workspaceId: string): Promise<McpState>;
  /** Adds or replaces a server; it is enabled. */
  saveServer(scope: Scope, server: Pick<StoredMcpServer, "name" | "settings" | "sealed">): Promise<void>;
  /** Errors: NOT_FOUND. */
  enableServer(workspaceId: string, name: string, isEnabled: boolean): Promise<void>;
  /** Removes a server with its approvals and its status. Errors: NOT_FOUND. */
  removeServer(workspaceId: string, name: string): Promise<void>;
  /** Approves definitions; a tool that was approved before has only the new one. */
  approve(scope: Scope, pins: readonly Omit<McpPin, "personId" | "approvedAt">[]): Promise<void>;
  /** Withdraws approvals of these tools; those that have none are ignored. */
  withdraw(workspaceId: string, key: McpServerKey, tools: readonly string[]): Promise<void>;
  /** Records a consent; it replaces an earlier one for the server. */
  consent(scope: Scope, consent: Omit<McpConsent, "personId">): Promise<void>;
  /** Withdraws a consent; nothing happens without one. */
  withdrawConsent(workspaceId: string, folder: string, server: string): Promise<void>;
  /** The last observations of the servers of a workspace, sorted by place. */
  statuses(workspaceId: string): Promise<readonly McpStatus[]>;
  /** Replaces what was last seen of a server. */
  keepStatus(workspaceId: string, status: Omit<McpStatus, "updatedAt">): Promise<void>;
}

/** The servers in PostgreSQL. */
export function createMcpStore(pool: pg.Pool): McpStore {
  return {
    state: createMcpStateReader(pool),

    async saveServer({ workspaceId, personId }, { name, settings, sealed }) {
      await query(
        pool,
        `insert into mcp_server (workspace_id, name, settings, sealed, person_id) values ($1, $2, $3, $4, $5)
         on conflict (workspace_id, name) do update set settings = excluded.settings, sealed = excluded.sealed,
           enabled = true, person_id = excluded.person_id, saved_at = now()`,
        [workspaceId, name, settings, sealed, personId],
      );
    },

    async enableServer(workspaceId, name, isEnabled) {
      const rows = await query(
        pool,
        "update mcp_server set enabled = $3 where workspace_id = $1 and name = $2 returning name",
        [workspaceId, name, isEnabled],
      );
      if (rows.length === 0) throw notFound(`server ${name}`);
    },

    async removeServer(workspaceId, name) {
      const rows = await query(
        pool,
        `with pins as (delete from mcp_pin where workspace_id = $1 and source = 'workspace' and server = $2),
           statuses as (delete from mcp_status where workspace_id = $1 and source = 'workspace' and server = $2)
         delete from mcp_server where workspace_id = $1 and name = $2 returning name`,
        [workspaceId, name],
      );
      if (rows.length === 0) throw notFound(`server ${name}`);
    },

    async approve({ workspaceId, personId }, pins) {
      await query(
        pool,
        `insert into mcp_pin (workspace_id, person_id, source, server, tool, settings_digest, reported_name, digest, definition)
         select $1, $2, * from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
         on conflict (workspace_id, source, server, tool) do update set person_id = excluded.person_id, approved_at = now(),
           settings_digest = excluded.settings_digest, reported_name = excluded.reported_name, digest = excluded.digest,
           definition = excluded.definition`,
        [
          ...[workspaceId, personId, pins.map(({ source }) => source), pins.map(({ server }) => server)],
          ...[pins.map(({ tool }) => tool), pins.map(({ settingsDigest }) => settingsDigest)],
          ...[pins.map(({ reportedName }) => reportedName), pins.map(({ digest }) => digest)],
          pins.map(({ definition }) => definition),
        ],
      );
    },

    async withdraw(workspaceId, { source, server }, tools) {
      await query(
        pool,
        "delete from mcp_pin where workspace_id = $1 and source = $2 and server = $3 and tool = any($4::text[])",
        [workspaceId, source, server, tools],
      );
    },

    async consent({ workspaceId, personId }, { folder, server, settingsDigest }) {
      await query(
        pool,
        `insert into mcp_consent (workspace_id, folder, server, settings_digest, person_id) values ($1, $2, $3, $4, $5)
         on conflict (workspace_id, folder, server) do update set settings_digest = excluded.settings_digest,
           person_id = excluded.person_id, given_at = now()`,
        [workspaceId, folder, server, settingsDigest, personId],
      );
    },

    async withdrawConsent(workspaceId, folder, server) {
      await query(pool, "delete from mcp_consent where workspace_id = $1 and folder = $2 and server = $3", [
        workspaceId,
        folder,
        server,
      ]);
    },

    async statuses(workspaceId) {
      const rows = await query<StatusRow>(
        pool,
        `select source, server, settings_digest, state, problem, identity, tools, log, updated_at
         from mcp_status where workspace_id = $1 order by source, server`,
        [workspaceId],
      );
      return rows.map(({ settings_digest: settingsDigest, updated_at: updatedAt, ...row }) => ({
        ...row,
        settingsDigest,
        updatedAt: updatedAt.getTime(),
      }));
    },

    async keepStatus(workspaceId, status) {
      const { source, server, settingsDigest, state, problem, identity, tools, log } = status;
      await query(
        pool,
        `insert into mcp_status (workspace_id, source, server, settings_digest, state, problem, identity, tools, log)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (workspace_id, source, server) do update set
           settings_digest = excluded.settings_digest, state = excluded.state, problem = excluded.problem,
           identity = excluded.identity, tools = excluded.tools, log = excluded.log, updated_at = now()`,
        [workspaceId, source, server, settingsDigest, state, problem, identity, tools, log],
      );
    },
  };
}

type StatusRow = Omit<McpStatus, "settingsDigest" | "updatedAt"> & {
  readonly settings_digest: string;
  readonly updated_at: Date;
};
