import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { AccessWorld } from "../../apps/web/src/server/testing/access-world.ts";

type Pool = AccessWorld["database"]["pool"];
export type RowCounts = Readonly<Record<string, number>>;

/** Tables that count requests or hold sessions: any request may write them. */
const BOOKKEEPING = new Set(["call_count", "rate_limit", "session", "sign_in_attempt", "verification"]);

/** The query that counts, of each pool. It names every table, and is planned once per connection. */
const countQueries = new WeakMap<Pool, string>();

async function countQuery(pool: Pool): Promise<string> {
  const known = countQueries.get(pool);
  if (known !== undefined) return known;
  const { rows } = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const tables = rows.map(({ name }) => name).filter((name) => !BOOKKEEPING.has(name));
  const text = tables
    .map((name) => `select '${name}' as name, count(*)::int as count from "${name}"`)
    .join(" union all ");
  countQueries.set(pool, text);
  return text;
}

/** Returns the number of rows of every table except the bookkeeping ones. */
export async function countRows(pool: Pool): Promise<RowCounts> {
  const text = await countQuery(pool);
  const counted = await pool.query<{ name: string; count: number }>({ name: "count-rows", text });
  return Object.fromEntries(counted.rows.map(({ name, count }) => [name, count]));
}

/** Returns the tables whose number of rows differs, with the difference. */
export function rowChanges(before: RowCounts, after: RowCounts): RowCounts {
  return Object.fromEntries(
    Object.entries(after).flatMap(([name, count]) => {
      const change = count - (before[name] ?? 0);
      return change === 0 ? [] : [[name, change]];
    }),
  );
}

/** Returns a digest of every row of a workspace. It changes with any change of any row. */
export async function workspaceDigest(pool: Pool, workspaceId: string): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.columns natural join information_schema.tables
     where table_schema = 'public' and column_name = 'workspace_id' and table_type = 'BASE TABLE' order by 1`,
  );
  const hash = createHash("sha256");
  for (const { name } of rows) {
    const found = await pool.query<{ row: string }>(
      `select t::text as row from "${name}" t where workspace_id = $1 order by 1`,
      [workspaceId],
    );
    hash.update(`${name}\n${found.rows.map(({ row }) => row).join("\n")}\n`);
  }
  return hash.digest("hex");
}

/** Returns every file below the folders with a digest of its bytes. */
export async function listFiles(folders: readonly string[]): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {};
  for (const folder of folders) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const file = path.join(entry.parentPath, entry.name);
      const bytes = entry.isFile() ? await readFile(file) : "";
      files[file] = createHash("sha256").update(bytes).digest("hex");
    }
  }
  return files;
}
