import pg from "pg";

/** Before the tables that name their rows; all others name none. */
const NAMED_FIRST = ["user", "workspace", "trace_comment"];
const QUOTE = "$rows$";

/** Statements that insert every row of every table into an empty database with the same migrations. */
export async function dumpRows(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const statements: string[] = [];
    for (const table of await tablesOf(client)) statements.push(...(await insertOf(client, table)));
    // Signals are numbered by the database as they arrive.
    statements.push(
      "select setval(pg_get_serial_sequence('run_signal', 'position'), coalesce((select max(position) from run_signal), 1));",
    );
    return `${statements.join("\n")}\n`;
  } finally {
    await client.end();
  }
}

async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' and tablename <> '_prisma_migrations' order by 1",
  );
  const names = rows.map((row) => row.name);
  return [...NAMED_FIRST, ...names.filter((name) => !NAMED_FIRST.includes(name))];
}

/** One statement a table; rows travel as JSON, which PostgreSQL wrote and reads itself, so that no value is rounded on the way. */
async function insertOf(client: pg.Client, table: string): Promise<readonly string[]> {
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
  if (json.includes(QUOTE)) throw new Error(`A row of ${table} holds the quote of the dump.`);
  return [
    `insert into "${table}" (${names}) select ${names} from json_populate_recordset(null::"${table}", ${QUOTE}${json}${QUOTE});`,
  ];
}
