import type { Database } from "@goaltrace/db";

/** Types of columns that can hold a text. */
const COLUMN_TYPES = `'text', 'character varying', 'json', 'jsonb', 'bytea', 'tsvector', 'ARRAY'`;

/**
 * Returns the columns of the whole database that contain one of these texts, as `table.column`: as plain text, in upper or lower case, in
 * bytes, or encoded in base64. Reads the tables from the catalog, so that new ones are included.
 */
export async function findMarks(
  { pool }: Pick<Database, "pool">,
  marks: readonly string[],
): Promise<readonly string[]> {
  const { rows: columns } = await pool.query<{ readonly table_name: string; readonly column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c
     join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = current_schema() and t.table_type = 'BASE TABLE' and c.data_type in (${COLUMN_TYPES})
     order by c.table_name, c.column_name`,
  );
  const found: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const { rows } = await pool.query<{ readonly found: boolean }>(
      `select exists (select from "${table}" where lower("${column}"::text) like any($1) or "${column}"::text like any($2)) as found`,
      [
        marks.flatMap((mark) => [mark.toLowerCase(), hexOf(mark)]).map(anywhere),
        marks.flatMap(base64Of).map(anywhere),
      ],
    );
    if (rows[0]?.found === true) found.push(`${table}.${column}`);
  }
  return found;
}

function anywhere(text: string): string {
  return `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** The text of bytes in PostgreSQL. */
function hexOf(mark: string): string {
  return Buffer.from(mark).toString("hex");
}

/** The characters that a text surely has in base64, after a start of any length. */
function base64Of(mark: string): readonly string[] {
  return [0, 1, 2].map((start) =>
    Buffer.from(" ".repeat(start) + mark)
      .toString("base64")
      .slice(start === 0 ? 0 : 4, -4),
  );
}
