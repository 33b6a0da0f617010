import { ANSWERS } from "@goaltrace/core/signals";
import { TRACE_COLUMNS } from "../rows/trace-row.ts";
import { literals } from "../sql.ts";
import { readableSignal } from "./readable-signal.ts";

/** Every kind of wait with every signal that answers it. */
const ANSWER_PAIRS = Object.entries(ANSWERS).flatMap(([waitingFor, kinds]) =>
  kinds.map((kind) => [waitingFor, kind] as const),
);
const ANSWER_KINDS = ANSWER_PAIRS.map(([, kind]) => kind);

/** A root trace that runs or could. */
const READY = `candidate.status in ('queued', 'running') and candidate.id = candidate.root_id`;

/** A root trace without a valid lease. */
const UNLEASED = `candidate.id = candidate.root_id and (candidate.lease_until is null or candidate.lease_until <= clock_timestamp())`;

/**
 * The claimable runs of `TraceStore.claim` as three disjoint sets, each with an index of its own: a run that waits for a time or an answer
 * is not examined before that has arrived, however many runs wait. An answer to a sub-agent makes its root claimable.
 */
const CLAIMABLE = {
  ready: { from: "trace as candidate", where: `${READY} and ${UNLEASED}` },
  due: {
    from: "trace as candidate",
    where: `candidate.status = 'waiting' and candidate.wake_at <= clock_timestamp() and ${UNLEASED}`,
  },
  answered: {
    from: `run_signal as answer
      join trace as asking on asking.workspace_id = answer.workspace_id and asking.id = answer.trace_id
      join trace as candidate on candidate.workspace_id = asking.workspace_id and candidate.id = asking.root_id`,
    where: `answer.taken_at is null and answer.kind in (${literals(ANSWER_KINDS)}) and ${readableSignal("answer", ANSWER_KINDS)}
      and asking.status = 'waiting' and candidate.status = 'waiting' and (asking.waiting_for, answer.kind) in (values ${ANSWER_PAIRS.map((pair) => `(${literals(pair)})`).join(", ")})
      and ${UNLEASED}`,
  },
} as const;
type Claimable = (typeof CLAIMABLE)[keyof typeof CLAIMABLE];

/**
 * The criteria of every claim: none that the worker executes; the worker's folders (any worker may end a canceled run); runs not yet marked as waiting for a
 * folder; no conversation with another run in progress.
 */
const CLAIM_CRITERIA = `candidate.id <> all($7::text[])
    and ($3::text[] is null or candidate.project_folder is null or candidate.project_folder = any($3) or exists (
      select from run_signal as cancellation
      where cancellation.kind = 'cancel' and cancellation.trace_id = candidate.id and cancellation.taken_at is null and ${readableSignal("cancellation", ["cancel"])}))
    and ($4::float8 is null or (candidate.status <> 'waiting' and candidate.created_at <= clock_timestamp() - make_interval(secs => $4 / 1000)))
    and not exists (
      select from trace as busy
      where busy.workspace_id = candidate.workspace_id and busy.conversation_id = candidate.conversation_id
        and busy.id <> candidate.id and busy.status in ('queued', 'running') and busy.lease_until > clock_timestamp()
    )`;

const workspacesOf = ({ from, where }: Claimable): string =>
  `select candidate.workspace_id from ${from} where ${where}`;

/** The statement of a claim among the runs with `condition`. */
function claimStatement(condition: string): string {
  /** The first workspace with ready runs after `after`, by id: one step along the index, however many runs a workspace has. */
  const nextWorkspace = (after: string): string =>
    `(select candidate.workspace_id from trace as candidate where ${READY} and ${after} and ${condition}
      order by candidate.workspace_id limit 1)`;
  /** The oldest claimable run of a set in the workspace `place`, locked. */
  const oldest = ({ from, where }: Claimable): string =>
    `select * from (select candidate.id, candidate.created_at, candidate.lease_owner from ${from}
      where candidate.workspace_id = place.workspace_id and ${where} and ${condition} and ${CLAIM_CRITERIA}
      order by candidate.created_at, candidate.id limit 1 for update of candidate skip locked) as locked`;
  return `
with recursive ready_workspace as (
  select ${nextWorkspace("true")} as workspace_id
  union all
  select ${nextWorkspace("candidate.workspace_id > ready_workspace.workspace_id")} from ready_workspace
  where ready_workspace.workspace_id is not null
), place as materialized (
  select workspace_id from (
    select workspace_id from ready_workspace where workspace_id is not null
    union ${workspacesOf(CLAIMABLE.due)} and ${condition}
    union ${workspacesOf(CLAIMABLE.answered)} and ${condition}
  ) as workspace left join workspace_turn as turn using (workspace_id)
  where $5::text[] is null or workspace_id <> all($5)
  order by coalesce(turn.turn, 0), workspace_id
), picked as materialized (
  select place.workspace_id, run.id as picked_id, run.lease_owner as previous_owner from place
  cross join lateral (
    select id, lease_owner from (${Object.values(CLAIMABLE).map(oldest).join(" union all ")}) as oldest
    order by created_at, id limit 1
  ) as run limit 1
), served as (
  insert into workspace_turn as own (workspace_id, turn)
  select workspace_id, nextval('workspace_turn_order') from picked where $6
  on conflict (workspace_id) do update set
    used = case when own.used + 1 < own.weight then own.used + 1 else 0 end,
    turn = case when own.used + 1 < own.weight then own.turn else excluded.turn end
)
update trace set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond', fence = fence + 1,
  resume_count = resume_count + case when status = 'running' then 1 else 0 end
from picked where id = picked_id
returning ${TRACE_COLUMNS}, fence, lease_until, case
  when previous_owner is null then 'released'
  when exists (select from pg_stat_activity where application_name = previous_owner) then 'lost'
  else 'died' end as previous_holder`;
}

/**
 * Claims the oldest claimable run of the workspace whose turn it is. Parameters: owner and lease in milliseconds; folders, age and excluded
 * workspaces, each null when it does not apply; whether the claim takes a turn; the runs that the worker executes. The previous owner of the
 * run lives if it has a connection: connections carry the name of their process.
 *
 * Workspaces with work take turns in the order of `workspace_turn.turn`: a workspace goes to the end of the line after `weight` claims, and
 * one without a row is first. `place` lists these workspaces in this order, and the join reads it in order and stops at the first that has a
 * run to give. Both statements are prepared, because planning them takes several times as long as running them.
 */
export const CLAIM = { name: "claim", text: claimStatement("true") };

/** As `CLAIM`, for the trace in the eighth parameter only. */
export const CLAIM_ONE = { name: "claim_one", text: claimStatement("candidate.id = $8::text") };

/** The distinct project folders of all claimable runs. */
export const WAITING_FOLDERS = Object.values(CLAIMABLE)
  .map(
    ({ from, where }) =>
      `select candidate.project_folder from ${from} where ${where} and candidate.project_folder is not null`,
  )
  .join(" union ");
