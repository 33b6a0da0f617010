import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH } from "../tunables.ts";

type SettingKey = { readonly workspaceId: string; readonly key: string };
type SettingRow = { readonly workspaceId: string; readonly key: string; readonly value: string };

const SELECT = {
  name: "read_settings",
  text: `select workspace_id as "workspaceId", key, value from setting
    where (workspace_id, key) in (select * from unnest($1::text[], $2::text[]))`,
};

/** Creates a function that reads a setting of a workspace; null when it was never saved. Concurrent reads share a statement. */
export function createSettingReader(pool: pg.Pool): (setting: SettingKey) => Promise<string | null> {
  return createBatch<SettingKey, string | null>({
    most: CALLERS_MAX_BATCH,
    run: async (settings) => {
      const rows = await query<SettingRow>(pool, SELECT, [
        settings.map(({ workspaceId }) => workspaceId),
        settings.map(({ key }) => key),
      ]);
      return settings.map(
        (setting) =>
          rows.find((row) => row.workspaceId === setting.workspaceId && row.key === setting.key)?.value ??
          null,
      );
    },
  });
}
