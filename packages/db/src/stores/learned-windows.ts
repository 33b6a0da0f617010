import type { LearnedWindow } from "@goaltrace/core/ports";
import type pg from "pg";
import { createBatch } from "../batch.ts";
import { query } from "../sql.ts";
import { CALLERS_MAX_BATCH, GUESSED_WINDOW_DAYS } from "../tunables.ts";

/** The settings of a model that decide whether a learned window still holds: a name, and a hash of its endpoint's settings. */
export type ModelEndpoint = { readonly reference: string; readonly endpoint: string };

/** A learned window as kept. */
export type KeptWindow = LearnedWindow &
  ModelEndpoint & {
    /** Milliseconds since the epoch. */
    readonly learnedAt: number;
  };

/** The real windows of a workspace's models, which refusals taught: at most one for each model. */
export interface LearnedWindowStore {
  /** Returns all but guesses that are out of date. */
  list(workspaceId: string): Promise<readonly KeptWindow[]>;
  /** Keeps a window instead of the model's former one, unless that came from the same endpoint and is better: named, or equally sure and less. */
  keep(workspaceId: string, window: LearnedWindow & ModelEndpoint): Promise<void>;
  /** Forgets a model's window; with `except`, only one of another endpoint. Returns whether there was one. */
  forget(workspaceId: string, reference: string, except?: string): Promise<boolean>;
}

type Row = Omit<KeptWindow, "learnedAt"> & { readonly workspaceId: string; readonly learnedAt: Date };

/** True for a row that is not a guess out of date. */
const HOLDS = `(source = 'message' or learned_at > now() - make_interval(days => ${GUESSED_WINDOW_DAYS}))`;

const LIST = {
  name: "list_learned_windows",
  text: `select workspace_id as "workspaceId", reference, endpoint, context_window as "contextWindow", source,
      learned_at as "learnedAt"
    from learned_window where workspace_id = any($1) and ${HOLDS} order by reference`,
};

const KEEP = {
  name: "keep_learned_window",
  text: `insert into learned_window as kept (workspace_id, reference, endpoint, context_window, source)
    values ($1, $2, $3, $4, $5)
    on conflict (workspace_id, reference) do update
      set endpoint = excluded.endpoint, context_window = excluded.context_window, source = excluded.source,
        learned_at = now()
    where kept.endpoint <> excluded.endpoint or excluded.context_window < kept.context_window
      or (excluded.source = 'message' and kept.source <> 'message')
      or not (kept.source = 'message' or kept.learned_at > now() - make_interval(days => ${GUESSED_WINDOW_DAYS}))`,
};

const FORGET = {
  name: "forget_learned_window",
  text: `delete from learned_window where workspace_id = $1 and reference = $2 and ($3::text is null or endpoint <> $3)
    returning reference`,
};

/** Learned windows in PostgreSQL. */
export function createLearnedWindowStore(pool: pg.Pool): LearnedWindowStore {
  return {
    // Every run reads them when it is claimed.
    list: createBatch<string, readonly KeptWindow[]>({
      most: CALLERS_MAX_BATCH,
      run: async (workspaceIds) => {
        const rows = await query<Row>(pool, LIST, [[...new Set(workspaceIds)]]);
        return workspaceIds.map((id) =>
          rows
            .filter((row) => row.workspaceId === id)
            .map(({ workspaceId: _workspace, ...row }) => ({ ...row, learnedAt: row.learnedAt.getTime() })),
        );
      },
    }),
    async keep(workspaceId, { reference, endpoint, contextWindow, source }) {
      await query(pool, KEEP, [workspaceId, reference, endpoint, contextWindow, source]);
    },
    async forget(workspaceId, reference, except) {
      return (await query(pool, FORGET, [workspaceId, reference, except ?? null])).length > 0;
    },
  };
}
