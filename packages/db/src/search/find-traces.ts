import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { query } from "../sql.ts";
import { SEARCH_MAX_RARE_MATCHES } from "../tunables.ts";
import { toTextQuery } from "./text-query.ts";

/**
 * How the traces that contain a text are found. A rare text collects all matches through the index. A common text checks the newest traces
 * one by one, because they fill a page long before all matches are collected.
 */
export type TextMatch =
  | { readonly kind: "nothing" }
  | { readonly kind: "rare"; readonly traceIds: readonly string[] }
  | { readonly kind: "common"; readonly textQuery: string };

type MatchRow = { readonly trace_id: string };

const ID = /^[0-9a-z_-]{8,100}$/iu;

/** Searches the messages of a workspace for typed text. A trace id also finds that trace. */
export async function matchText(pool: pg.Pool, scope: Scope, typed: string): Promise<TextMatch> {
  const text = typed.trim();
  const textQuery = toTextQuery(text);
  if (textQuery === null) return { kind: "nothing" };
  const [rows, named] = await Promise.all([
    query<MatchRow>(
      pool,
      `select trace_id from message_search where workspace_id = $1 and words @@ to_tsquery('simple', $2) limit ${SEARCH_MAX_RARE_MATCHES + 1}`,
      [scope.workspaceId, textQuery],
    ),
    ID.test(text)
      ? query<MatchRow>(pool, "select trace_id from trace_facts where workspace_id = $1 and trace_id = $2", [
          scope.workspaceId,
          text,
        ])
      : [],
  ]);
  if (rows.length > SEARCH_MAX_RARE_MATCHES) return { kind: "common", textQuery };
  return { kind: "rare", traceIds: [...new Set([...rows, ...named].map((row) => row.trace_id))] };
}
