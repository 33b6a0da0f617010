import type { Entry } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import type pg from "pg";
import { toEntry } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import { createSqlConditions } from "./sql-conditions.ts";
import { visibleToInBulk } from "./visible-traces.ts";

/** An answer of a model in the log, with the circumstances of its run. */
export type LoggedAnswer = {
  readonly traceId: string;
  readonly agent: string;
  readonly conversationId: string | null;
  readonly projectFolder: string | null;
  readonly entry: Entry;
};

/** The position after an answer. `at` is the creation of its run, in milliseconds since the epoch. */
export type AnswerPosition = { readonly at: number; readonly traceId: string; readonly sequence: number };

/** Answers of models in the runs that the scope's person can see. */
export interface LoggedCallStore {
  /** Returns answers of runs created since a time, newest run first, each run's in order. `next` is null at the end. */
  answers(
    scope: Scope,
    page: { readonly since: number; readonly after: AnswerPosition | null; readonly limit: number },
  ): Promise<{ readonly items: readonly LoggedAnswer[]; readonly next: AnswerPosition | null }>;
}

type AnswerRow = {
  readonly trace_id: string;
  readonly created_at: Date;
  readonly agent: string;
  readonly conversation_id: string | null;
  readonly project_folder: string | null;
  readonly sequence: number;
  readonly body: string;
};

/** Answers in PostgreSQL. */
export function createLoggedCallStore(pool: pg.Pool): LoggedCallStore {
  return {
    async answers(scope, { since, after, limit }) {
      const where = createSqlConditions();
      const workspace = where.bind(scope.workspaceId);
      const person = where.bind(scope.personId);
      where.and(`f.workspace_id = ${workspace} and f.removed_at is null`);
      where.and(`f.created_at >= ${where.bind(new Date(since))}`);
      where.and(visibleToInBulk({ alias: "f", workspace, person }));
      let begun = "true";
      if (after !== null) {
        const [at, id] = [where.bind(new Date(after.at)), where.bind(after.traceId)];
        where.and(`(f.created_at, f.trace_id) <= (${at}, ${id})`);
        begun = `(f.trace_id <> ${id} or e.sequence > ${where.bind(after.sequence)})`;
      }
      const count = where.bind(limit);
      const rows = await query<AnswerRow>(
        pool,
        `select f.trace_id, f.created_at, f.agent, f.conversation_id, t.project_folder, answer.sequence, answer.body
         from trace_facts f join trace t on t.workspace_id = f.workspace_id and t.id = f.trace_id
         cross join lateral (
           select e.sequence, e.body from entry e
           where e.workspace_id = f.workspace_id and e.trace_id = f.trace_id and e.kind = 'message' and e.type = 'assistant'
             and ${begun} order by e.sequence limit ${count}
         ) answer
         where ${where.text()} order by f.created_at desc, f.trace_id desc, answer.sequence limit ${count}`,
        where.values,
      );
      const last = rows.length < limit ? undefined : rows.at(-1);
      return {
        items: rows.map((row) => ({
          ...{ traceId: row.trace_id, agent: row.agent, conversationId: row.conversation_id },
          ...{ projectFolder: row.project_folder, entry: toEntry({ body: row.body }) },
        })),
        next:
          last === undefined
            ? null
            : { at: last.created_at.getTime(), traceId: last.trace_id, sequence: last.sequence },
      };
    },
  };
}
