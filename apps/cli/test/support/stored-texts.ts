import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Database } from "@goaltrace/db";

/** A text with the place where it is stored. */
export type StoredText = { readonly place: string; readonly text: string };

/** Returns every row of every table as a text, with bytes both as they are and in hexadecimal. */
export async function databaseTexts({ pool }: Pick<Database, "pool">): Promise<readonly StoredText[]> {
  const tables = await pool.query<{ name: string }>(
    "select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'",
  );
  const texts: StoredText[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await pool.query<Readonly<Record<string, unknown>>>(`select * from ${name}`);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        texts.push({ place: `${name}.${column}`, text: toText(value) });
  }
  return texts;
}

function toText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `${value.toString("latin1")} ${value.toString("hex")}`;
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

/** Returns every file of a folder with its name. */
export async function folderTexts(folder: string): Promise<readonly StoredText[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return await Promise.all(
    files.map(async (file) => ({ place: file, text: `${file} ${await readFile(file, "latin1")}` })),
  );
}
