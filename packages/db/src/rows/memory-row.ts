import type {
  MemoryAudience,
  MemoryEntry,
  MemorySource,
  MemoryState,
  MemoryType,
  MemoryVersion,
} from "@goaltrace/core/ports";

type ContentsRow = {
  readonly person_id: string;
  readonly type: MemoryType;
  readonly name: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly content: string;
  readonly version: number;
  readonly saved_at: Date;
  readonly trace_id: string | null;
  readonly sequence: number | null;
  readonly quote: string | null;
};

export type MemoryRow = ContentsRow & {
  readonly id: string;
  readonly audience: MemoryAudience;
  readonly state: MemoryState;
  readonly project: string | null;
  readonly reason: string | null;
  readonly decided_by: string | null;
  readonly superseded_by: string | null;
  readonly valid_to: Date | null;
  readonly revision: string;
  readonly recalls: number;
  readonly last_recalled_at: Date | null;
};

/** The entries `m` that the person `$2` of the workspace `$1` finds. */
export const VISIBLE_MEMORY = "m.workspace_id = $1 and (m.audience = 'workspace' or m.person_id = $2)";

const MEMORY_COLUMNS = `m.id, m.audience, m.project, m.person_id, m.state, m.type, m.name, m.description, m.keywords, m.content, m.version, m.saved_at,
  m.trace_id, m.sequence, m.quote, m.reason, m.decided_by, m.superseded_by, m.valid_to, m.revision`;

/** Reads entries `m` as `MemoryRow`; needs a condition. */
export const SELECT_MEMORY = `select ${MEMORY_COLUMNS}, r.recalls, r.last_recalled_at from memory m
  cross join lateral (select count(*)::int as recalls, max(at) as last_recalled_at from memory_recall
    where workspace_id = m.workspace_id and memory_id = m.id) r`;

export function toMemory(row: MemoryRow): MemoryEntry {
  const { id, audience, project, state, reason, recalls } = row;
  return {
    ...toMemoryVersion(row),
    ...{ id, audience, project, state, reason, recalls },
    decidedBy: row.decided_by,
    supersededBy: row.superseded_by,
    validTo: row.valid_to?.getTime() ?? null,
    lastRecalledAt: row.last_recalled_at?.getTime() ?? null,
    revision: Number(row.revision),
  };
}

export function toMemoryVersion(row: ContentsRow): MemoryVersion {
  const { type, name, description, keywords, content, version } = row;
  return {
    ...{ type, name, description, keywords, content, version },
    personId: row.person_id,
    savedAt: row.saved_at.getTime(),
    source: toSource(row),
  };
}

function toSource({ trace_id: traceId, sequence, quote }: ContentsRow): MemorySource | null {
  return traceId === null ? null : { traceId, sequence, quote: quote ?? "" };
}
