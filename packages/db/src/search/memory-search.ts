import type { MemoryAudience, MemorySearchStore, Scope, TermSearch } from "@goaltrace/core/ports";
import { searchTerms } from "@goaltrace/core/memory";
import { createHash } from "node:crypto";
import type pg from "pg";
import { type MemoryRow, SELECT_MEMORY, toMemory, VISIBLE_MEMORY } from "../rows/memory-row.ts";
import { query } from "../sql.ts";
import { COUNTED_MEMORIES, MAX_TERM_CHARACTERS, MEMORY_TERMS_BATCH } from "../tunables.ts";

/** The entries `m` that a run with readers `$3` sees among those that the person `$2` finds. */
const READABLE = `${VISIBLE_MEMORY} and m.state = 'active' and ($3 = 'person' or m.audience = 'workspace')`;

type UnindexedRow = Pick<
  MemoryRow,
  "id" | "audience" | "project" | "revision" | "name" | "description" | "keywords" | "content"
> & {
  readonly person_id: string;
};

/**
 * Searches entries in PostgreSQL by terms that `analyzeText` made, in a GIN index. Each term is prefixed with a key of the readers who find its
 * entry, so that a search reads only entries of its person. Terms are written when a search first needs them: workspaces with few entries have none.
 */
export function createMemorySearchStore(pool: pg.Pool): MemorySearchStore {
  const fill = async ({ workspaceId, personId }: Scope): Promise<number> => {
    const rows = await query<UnindexedRow>(
      pool,
      `select m.id, m.audience, m.project, m.person_id, m.revision, m.name, m.description, m.keywords, m.content from memory m
       where ${VISIBLE_MEMORY} and m.terms is null limit ${MEMORY_TERMS_BATCH}`,
      [workspaceId, personId],
    );
    if (rows.length > 0)
      // A row that changed meanwhile has other terms: the next search writes them.
      await query(
        pool,
        `update memory m set terms = array_to_tsvector(array(select jsonb_array_elements_text(filled.terms)))
         from jsonb_to_recordset($2::jsonb) as filled(id text, revision bigint, terms jsonb)
         where m.workspace_id = $1 and m.id = filled.id and m.revision = filled.revision`,
        [workspaceId, JSON.stringify(rows.map((row) => toFilled(workspaceId, row)))],
      );
    return rows.length;
  };
  return {
    async count({ workspaceId, personId }) {
      const [row] = await query<{ readonly count: number }>(
        pool,
        `select count(*)::int from memory m where ${VISIBLE_MEMORY} and m.state = 'active'`,
        [workspaceId, personId],
      );
      return row?.count ?? 0;
    },

    async refresh(scope) {
      while ((await fill(scope)) === MEMORY_TERMS_BATCH);
    },

    async termCounts(scope, entries) {
      const percent = Math.min(100, (COUNTED_MEMORIES / Math.max(1, entries)) * 100);
      const keys = keysOf(scope, "person");
      const rows = await query<{ readonly word: string; readonly ndoc: number }>(
        pool,
        `select word, ndoc from ts_stat(format('select terms from memory tablesample system (%s) where workspace_id = %L', $1::float8, $2::text))
         where ndoc > 1 and left(word, ${KEY_CHARACTERS}) = any($3)`,
        [percent, scope.workspaceId, keys],
      );
      const counts = new Map<string, number>();
      for (const { word, ndoc } of rows) {
        const term = word.slice(KEY_CHARACTERS);
        counts.set(term, (counts.get(term) ?? 0) + (ndoc * 100) / percent);
      }
      return counts;
    },

    async occurring({ workspaceId, personId }, terms, readers) {
      if (terms.length === 0) return new Set();
      const keys = keysOf({ workspaceId, personId }, readers);
      // Counted, because the planner reads the whole table for `exists` of a term that it does not know.
      const counts = terms.map(
        (_, index) =>
          `(select count(*) > 0 from memory m where m.terms @@ $${4 + index}::tsquery and ${READABLE}) as t${index}`,
      );
      const [row] = await query<Record<string, boolean>>(pool, `select ${counts.join(", ")}`, [
        ...[workspaceId, personId, readers],
        ...terms.map((term) => anyKey(keys, term)),
      ]);
      return new Set(terms.filter((_, index) => row?.[`t${index}`] === true));
    },

    async find({ workspaceId, personId }, search) {
      const { text, values } = findStatement({ workspaceId, personId }, search);
      const rows = await query<MemoryRow>(pool, text, values);
      return rows.map(toMemory);
    },

    async getMany({ workspaceId, personId }, ids, readers) {
      const rows = await query<MemoryRow>(pool, `${SELECT_MEMORY} where ${READABLE} and m.id = any($4)`, [
        workspaceId,
        personId,
        readers,
        ids,
      ]);
      return rows.map(toMemory);
    },

    async mostUseful({ workspaceId, personId }, readers, limit) {
      const rows = await query<MemoryRow>(
        pool,
        `with recalled as (select memory_id as id, count(*) as times from memory_recall where workspace_id = $1 group by 1 order by 2 desc limit $4),
           newest as (select m.id from memory m where ${READABLE} and m.superseded_by is null order by m.revision desc limit $4)
         ${SELECT_MEMORY} where ${READABLE} and m.superseded_by is null and m.id in (select id from recalled union select id from newest)
         order by r.recalls desc, m.saved_at desc limit $4`,
        [workspaceId, personId, readers, limit],
      );
      return rows.map(toMemory);
    },
  };
}

/** Candidates by the terms that find them, the best of them by the sum of their weights, and the successors of those that were replaced. */
function findStatement(
  { workspaceId, personId }: Scope,
  { readers, anyOf, terms, limit }: TermSearch,
): { readonly text: string; readonly values: readonly unknown[] } {
  const keys = keysOf({ workspaceId, personId }, readers);
  const either = (term: string): string => anyKey(keys, term);
  const wanted = anyOf.map((group) => `(${group.map(either).join(" & ")})`).join(" | ");
  const points = terms.map(
    (_, index) => `(m.terms @@ $${6 + 2 * index}::tsquery)::int * $${7 + 2 * index}::float8`,
  );
  return {
    // `offset 0`: only terms choose rows. The planner would also read the index of workspaces, which finds all entries of this one.
    text: `with found as materialized (
        select m.id, m.superseded_by, ${points.join(" + ")} as points
        from (select * from memory where terms @@ $4::tsquery offset 0) m
        where ${READABLE} order by points desc limit $5)
      ${SELECT_MEMORY} where m.workspace_id = $1 and m.state = 'active'
        and m.id in (select id from found union select superseded_by from found where superseded_by is not null) and ${READABLE}`,
    values: [
      ...[workspaceId, personId, readers, wanted, limit],
      ...terms.flatMap(({ term, weight }) => [either(term), weight]),
    ],
  };
}

function toFilled(
  workspaceId: string,
  row: UnindexedRow,
): { readonly id: string; readonly revision: string; readonly terms: readonly string[] } {
  const key = row.audience === "workspace" ? keyOf(workspaceId) : keyOf(workspaceId, row.person_id);
  const terms = [...new Set(searchTerms(row))].map((term) => `${key}${term.slice(0, MAX_TERM_CHARACTERS)}`);
  return { id: row.id, revision: row.revision, terms };
}

/** Characters of a key: collisions are rare and only cost a little time, because the rows themselves are checked. */
const KEY_CHARACTERS = 7;

function keysOf({ workspaceId, personId }: Scope, readers: MemoryAudience): readonly string[] {
  return readers === "workspace" ? [keyOf(workspaceId)] : [keyOf(workspaceId), keyOf(workspaceId, personId)];
}

function keyOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, KEY_CHARACTERS);
}

/** Part of a tsquery: the term with any of the keys. */
function anyKey(keys: readonly string[], term: string): string {
  return `(${keys.map((key) => lexeme(key, term)).join(" | ")})`;
}

/** A term of a tsquery, quoted. */
function lexeme(key: string, term: string): string {
  return `'${key}${term.slice(0, MAX_TERM_CHARACTERS).replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
