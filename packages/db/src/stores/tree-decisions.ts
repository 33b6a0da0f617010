import type pg from "pg";
import { toEntry } from "../rows/entry-row.ts";
import { query } from "../sql.ts";
import type { SqlConditions } from "./sql-conditions.ts";

/** The last decision of a person about a run. `text` is the answer to a question, or the tool that a person was asked about. */
export type RunDecision = {
  readonly traceId: string;
  /** Whether the run itself asked how to continue: not one of its calls, and not its budget. */
  readonly isOfRun: boolean;
  /** In milliseconds since the epoch. */
  readonly decidedAt: number;
  readonly decision: "answered" | "approved" | "denied";
  readonly personName: string;
  readonly text: string;
};

type DecisionRow = {
  readonly trace_id: string;
  readonly state: RunDecision["decision"];
  readonly name: string;
  readonly closed_at: Date;
  readonly asked: string | null;
  readonly answered: string | null;
};

/** The entry that asks, which says about what. */
const ASKED = `select e.body from entry e
  where e.workspace_id = r.workspace_id and e.trace_id = r.trace_id and e.sequence = r.sequence and e.kind = 'event'`;

/** The entry of the answer to a question. Ids are searched as text, because JSON of a text with a null character cannot be cast. */
const ANSWERED = `select e.body from entry e
  where e.workspace_id = r.workspace_id and e.trace_id = r.trace_id and e.kind = 'event' and r.kind = 'question'
    and e.sequence > r.sequence and e.type = 'question.answered' and strpos(e.body, r.id) > 0
  order by e.sequence limit 1`;

/** Returns the last decision about each run that `where` selects: `r` is the request, `t` its run. Runs without one are absent. */
export async function readDecisions(
  pool: pg.Pool,
  { from, where }: { readonly from: string; readonly where: SqlConditions },
): Promise<readonly RunDecision[]> {
  const rows = await query<DecisionRow>(
    pool,
    `select distinct on (r.trace_id) r.trace_id, r.state, decider.name, r.closed_at, asked.body as asked, answered.body as answered
       from ${from}
       join "user" decider on decider.id = r.person_id
       left join lateral (${ASKED}) asked on true
       left join lateral (${ANSWERED}) answered on true
     where ${where.text()} and r.kind in ('approval', 'question') and r.state in ('answered', 'approved', 'denied')
     order by r.trace_id, r.closed_at desc, r.id desc`,
    where.values,
  );
  return rows.map(
    ({ trace_id: traceId, state: decision, name: personName, closed_at: closedAt, ...bodies }) => ({
      ...{ traceId, decision, personName, decidedAt: closedAt.getTime() },
      ...whatFor(bodies),
    }),
  );
}

function whatFor({
  asked,
  answered,
}: Pick<DecisionRow, "asked" | "answered">): Pick<RunDecision, "isOfRun" | "text"> {
  const question = asked === null ? null : toEntry({ body: asked });
  const answer = answered === null ? null : toEntry({ body: answered });
  const text = answer?.kind === "event" && answer.type === "question.answered" ? answer.data.text : "";
  if (question?.kind !== "event") return { isOfRun: false, text };
  if (question.type === "approval.requested") return { isOfRun: false, text: question.data.toolName };
  const isOfRun =
    question.type === "question.asked" &&
    question.data.toolCallId === null &&
    question.data.budget === undefined;
  return { isOfRun, text };
}
