import type { Scope } from "@goaltrace/core";
import type pg from "pg";
import { query } from "../sql.ts";
import { SEARCH_RARE_MATCHES } from "../tunables.ts";
import { textQueryOf } from "./text-query.ts";

/**
 * How the traces that hold a text are found. Of a rare text all matches are collected through the index; of a common one the newest
 * traces are asked one by one, because a page of them is complete long before all matches are collected.
 */
export type TextMatch =
  | { readonly kind: "nothing" }
  | { readonly kind: "rare"; readonly traceIds: readonly string[] }
  | { readonly kind: "common"; readonly textQuery: string };

type MatchRow = { readonly trace_id: string };

const ID = /^[0-9a-z_-]{8,100}$/iu;

/** Looks a typed text up in the messages of a workspace; the id of a trace finds that trace. */
export async function matchText(pool: pg.Pool, scope: Scope, typed: string): Promise<TextMatch> {
  const text = typed.trim();
  const textQuery = textQueryOf(text);
  if (textQuery === null) return { kind: "nothing" };
  const [rows, named] = await Promise.all([
    query<MatchRow>(
      pool,
      `select trace_id from message_search where workspace_id = $1 and words @@ to_tsquery('simple', $2) limit ${SEARCH_RARE_MATCHES + 1}`,
      [scope.workspaceId, textQuery],
    ),
    ID.test(text)
      ? query<MatchRow>(pool, "select trace_id from trace_facts where workspace_id = $1 and trace_id = $2", [
          scope.workspaceId,
          text,
        ])
      : [],
  ]);
  if (rows.length > SEARCH_RARE_MATCHES) return { kind: "common", textQuery };
  return { kind: "rare", traceIds: [...new Set([...rows, ...named].map((row) => row.trace_id))] };
}
