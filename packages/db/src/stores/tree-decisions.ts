import type pg from "pg";
import { toEntry } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import type { SqlConditions } from "./sql-conditions.ts";

/** The last decision of a person about a run. `text` is the answer to a question, or the tool that a person was asked about. */
export type RunDecision = {
  readonly traceId: string;
  readonly decision: "answered" | "approved" | "denied";
  readonly personName: string;
  readonly text: string;
};

type DecisionRow = {
  readonly trace_id: string;
  readonly state: RunDecision["decision"];
  readonly name: string;
  readonly body: string | null;
};

/** The entry that says the answer, or which tool was to run. Ids are searched as text, because JSON of a text with a null character cannot be cast. */
const SAYS = `select e.body from entry e
  where e.workspace_id = r.workspace_id and e.trace_id = r.trace_id and e.kind = 'event' and case r.kind
    when 'approval' then e.sequence = r.sequence
    else e.sequence > r.sequence and e.type = 'question.answered' and strpos(e.body, r.id) > 0 end
  order by e.sequence limit 1`;

/** Returns the last decision about each run that `where` selects: `r` is the request, `t` its run. Runs without one are absent. */
export async function readDecisions(
  pool: pg.Pool,
  { from, where }: { readonly from: string; readonly where: SqlConditions },
): Promise<readonly RunDecision[]> {
  const rows = await query<DecisionRow>(
    pool,
    `select distinct on (r.trace_id) r.trace_id, r.state, decider.name, said.body from ${from}
       join "user" decider on decider.id = r.person_id
       left join lateral (${SAYS}) said on true
     where ${where.text()} and r.kind in ('approval', 'question') and r.state in ('answered', 'approved', 'denied')
     order by r.trace_id, r.closed_at desc, r.id desc`,
    where.values,
  );
  return rows.map(({ trace_id: traceId, state: decision, name: personName, body }) => {
    return { traceId, decision, personName, text: body === null ? "" : saidBy(body) };
  });
}

function saidBy(body: string): string {
  const entry = toEntry({ body });
  if (entry.kind !== "event") return "";
  if (entry.type === "question.answered") return entry.data.text;
  return entry.type === "approval.requested" ? entry.data.toolName : "";
}
