import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { MCP_STATES_KEPT, RUNS_MAX_BATCH } from "../tunables.ts";
import type { McpState } from "./mcp.ts";

type StateRow = {
  readonly workspace_id: string;
  readonly kind: "server" | "pin" | "consent";
  readonly source: string;
  readonly name: string;
  readonly tool: string;
  readonly text: string;
  readonly sealed: Buffer | null;
  readonly enabled: boolean;
  readonly settings_digest: string;
  readonly reported_name: string;
  readonly digest: string;
  readonly person_id: string;
  readonly at: Date;
};

const STATE = {
  name: "read_mcp",
  text: `select workspace_id, 'server' as kind, '' as source, name, '' as tool, settings as text, sealed, enabled,
      '' as settings_digest, '' as reported_name, '' as digest, person_id, saved_at as at
    from mcp_server where workspace_id = any($1::text[])
    union all select workspace_id, 'pin', source, server, tool, definition, null, true, settings_digest, reported_name, digest,
      person_id, approved_at from mcp_pin where workspace_id = any($1::text[])
    union all select workspace_id, 'consent', folder, server, '', '', null, true, settings_digest, '', '', person_id, given_at
      from mcp_consent where workspace_id = any($1::text[])
    order by kind, source, name, tool`,
};

/**
 * The physical positions of a workspace's rows and the transactions that wrote them. They differ after every change, even one made outside this
 * program, so an approval that was tampered with is read again and detected.
 */
const VERSIONS = {
  name: "read_mcp_versions",
  text: `select workspace_id, md5(string_agg(place, ',' order by place)) as version from (
      select workspace_id, 's' || ctid::text || xmin::text as place from mcp_server where workspace_id = any($1::text[])
      union all select workspace_id, 'p' || ctid::text || xmin::text from mcp_pin where workspace_id = any($1::text[])
      union all select workspace_id, 'c' || ctid::text || xmin::text from mcp_consent where workspace_id = any($1::text[])
    ) as places group by workspace_id`,
};

type Kept = { readonly version: string; readonly state: McpState };

/**
 * Creates the reader of `McpStore.state`. Hundreds of definitions are read only after a change; between changes the same object is returned, so
 * callers may keep what they made of it.
 */
export function createMcpStateReader(pool: pg.Pool): (workspaceId: string) => Promise<McpState> {
  const kept = new Map<string, Kept>();

  const read = async (versions: ReadonlyMap<string, string>): Promise<void> => {
    if (versions.size === 0) return;
    const rows = await query<StateRow>(pool, STATE, [[...versions.keys()]]);
    for (const [id, version] of versions) {
      kept.delete(id);
      kept.set(id, { version, state: toState(rows.filter((row) => row.workspace_id === id)) });
    }
  };

  // Every run reads this at its start.
  return createBatch<string, McpState>({
    most: RUNS_MAX_BATCH,
    run: async (workspaceIds) => {
      const ids = [...new Set(workspaceIds)];
      const found = await query<{ workspace_id: string; version: string }>(pool, VERSIONS, [ids]);
      const versions = new Map(found.map((row) => [row.workspace_id, row.version]));
      // If anything, the versions are older than the rows: a change between the two reads is seen the next time.
      await read(new Map([...versions].filter(([id, version]) => kept.get(id)?.version !== version)));
      const states = workspaceIds.map((id) =>
        versions.has(id) ? (kept.get(id)?.state ?? NOTHING) : NOTHING,
      );
      for (const id of kept.keys()) if (kept.size > MCP_STATES_KEPT) kept.delete(id);
      return states;
    },
  });
}

const NOTHING: McpState = { servers: [], pins: [], consents: [] };

function toState(rows: readonly StateRow[]): McpState {
  const ofKind = (kind: StateRow["kind"]): readonly StateRow[] => rows.filter((row) => row.kind === kind);
  return {
    servers: ofKind("server").map((row) => ({
      ...{ name: row.name, settings: row.text, sealed: row.sealed, isEnabled: row.enabled },
      ...{ personId: row.person_id, savedAt: row.at.getTime() },
    })),
    pins: ofKind("pin").map((row) => ({
      ...{ source: row.source, server: row.name, tool: row.tool, settingsDigest: row.settings_digest },
      ...{ reportedName: row.reported_name, digest: row.digest, definition: row.text },
      ...{ personId: row.person_id, approvedAt: row.at.getTime() },
    })),
    consents: ofKind("consent").map((row) => ({
      ...{
        folder: row.source,
        server: row.name,
        settingsDigest: row.settings_digest,
        personId: row.person_id,
      },
    })),
  };
}
