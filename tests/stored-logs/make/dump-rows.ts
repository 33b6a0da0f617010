import pg from "pg";

/** Tables referenced by others; the rest are independent. */
const REFERENCED_TABLES = ["user", "workspace", "trace_comment"];
const QUOTE = "$rows$";

/** Returns statements that insert every row of every table into an empty database with the same migrations. */
export async function dumpRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const statements: string[] = [];
    for (const table of await listTables(client)) statements.push(...(await toInserts(client, table)));
    // The database numbers signals as they arrive.
    statements.push(
      "select setval(pg_get_serial_sequence('run_signal', 'position'), coalesce((select max(position) from run_signal), 1));",
    );
    return `${statements.join("\n")}\n`;
  } finally {
    await client.end();
  }
}

async function listTables(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations' order by 1",
  );
  const names = rows.map((row) => row.name);
  return [...REFERENCED_TABLES, ...names.filter((name) => !REFERENCED_TABLES.includes(name))];
}

/** One statement per table; rows are JSON written and read by PostgreSQL, so that no value is rounded. */
async function toInserts(client: pg.Client, table: string): Promise<readonly string[]> {
  const columns = await client.query<{ name: string }>(
    "select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and is_generated = 'NEVER' order by ordinal_position",
    [table],
  );
  const names = columns.rows.map(({ name }) => `"${name}"`).join(", ");
  const { rows } = await client.query<{ json: string }>(
    `select row_to_json(t)::text as json from (select ${names} from "${table}" order by 1, 2) t`,
  );
  if (rows.length === 0) return [];
  const json = `[\n${rows.map((row) => row.json).join(",\n")}\n]`;
  if (json.includes(QUOTE)) throw new Error(`A row of ${table} contains the quote of the dump.`);
  return [
    `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", ${QUOTE}${json}${QUOTE});`,
  ];
}
