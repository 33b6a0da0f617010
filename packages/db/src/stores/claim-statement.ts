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

/** The workspaces with runs that meet `condition`, in the order of their turns, as `place`. */
function places(condition: string): string {
  /** The first workspace with ready runs after `after`, by id: one step along the index, however many runs a workspace has. */
  const nextWorkspace = (after: string): string =>
    `(select candidate.workspace_id from trace as candidate where ${READY} and ${after} and ${condition}
      order by candidate.workspace_id limit 1)`;
  return `
with recursive ready_workspace as (
  select ${nextWorkspace("true")} as workspace_id
  union all
  select ${nextWorkspace("candidate.workspace_id > ready_workspace.workspace_id")} from ready_workspace
  where ready_workspace.workspace_id is not null
), place as materialized (
  select workspace_id, coalesce(turn.turn, 0) as turn, coalesce(turn.weight, 1) as weight,
    coalesce(least(turn.used, turn.weight - 1), 0) as used from (
    select workspace_id from ready_workspace where workspace_id is not null
    union ${workspacesOf(CLAIMABLE.due)} and ${condition}
    union ${workspacesOf(CLAIMABLE.answered)} and ${condition}
  ) as workspace left join workspace_turn as turn using (workspace_id)
  where $5::text[] is null or workspace_id <> all($5)
  order by coalesce(turn.turn, 0), workspace_id
)`;
}

/** The columns of a picked run. */
const RETURNED = `${TRACE_COLUMNS}, key_id, fence, lease_until, case
  when previous_owner is null then 'released'
  when exists (select from pg_stat_activity where application_name = previous_owner) then 'lost'
  else 'died' end as previous_holder`;

/** Gives the leases of the runs in `picked`. */
const LEASE = `
update trace set lease_owner = $1, lease_until = clock_timestamp() + $2 * interval '1 millisecond', fence = fence + 1,
  resume_count = resume_count + case when status = 'running' then 1 else 0 end
from picked where id = picked_id
returning ${RETURNED}`;

/** The statement of a claim among the runs with `condition`. */
function claimStatement(condition: string): string {
  /** The oldest claimable run of a set in the workspace `place`, locked. */
  const oldest = ({ from, where }: Claimable): string =>
    `select * from (select candidate.id, candidate.created_at, candidate.lease_owner from ${from}
      where candidate.workspace_id = place.workspace_id and ${where} and ${condition} and ${CLAIM_CRITERIA}
      order by candidate.created_at, candidate.id limit 1 for update of candidate skip locked) as locked`;
  return `${places(condition)}, picked as materialized (
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
)${LEASE}`;
}

/**
 * The statement of up to $8 claims, with the outcome of as many single ones: workspaces give in the order of their turns what is left of
 * their weight, then in the same order their weight, and so on. Of a conversation only the oldest run is taken.
 */
function claimsStatement(): string {
  /** The oldest claimable runs of a set in the workspace `giving`. */
  const oldest = ({ from, where }: Claimable): string =>
    `(select candidate.id, candidate.created_at, candidate.conversation_id from ${from}
      where candidate.workspace_id = giving.workspace_id and ${where} and ${CLAIM_CRITERIA}
      order by candidate.created_at, candidate.id limit $8)`;
  const exists = ({ from, where }: Claimable): string =>
    `exists (select from ${from} where candidate.workspace_id = place.workspace_id and ${where} and ${CLAIM_CRITERIA})`;
  const sets = Object.values(CLAIMABLE);
  return `${places("true")}, giving as materialized (
  select * from place where ${sets.map(exists).join(" or ")} limit $8
), offered as materialized (
  select giving.*, run.id, row_number() over (partition by workspace_id order by run.created_at, run.id) as nth from giving
  cross join lateral (
    select distinct on (coalesce(conversation_id, id)) id, created_at from (${sets.map(oldest).join(" union all ")}) as oldest
    order by coalesce(conversation_id, id), created_at, id
  ) as run
), chosen as materialized (
  select *, case when nth <= weight - used then 0 else 1 + (nth - weight + used - 1) / weight end as round from offered
  order by round, turn, workspace_id, nth limit $8
), picked as materialized (
  select chosen.workspace_id, turn, weight, used, candidate.id as picked_id, candidate.lease_owner as previous_owner
  from chosen join trace as candidate on candidate.id = chosen.id
  where candidate.status in ('queued', 'running', 'waiting') and ${UNLEASED}
  for update of candidate skip locked
), served as (
  insert into workspace_turn as own (workspace_id, turn, used)
  select workspace_id, case when sets = 0 then turn else nextval('workspace_turn_order') end, total % weight from (
    select workspace_id, turn, weight, used + count(*)::int as total, (used + count(*)::int) / weight as sets
    from picked group by workspace_id, turn, weight, used
    order by (used + count(*)::int) / weight, turn, workspace_id
  ) as own where $6
  on conflict (workspace_id) do update set used = excluded.used, turn = excluded.turn
)${LEASE}`;
}

/**
 * Claims the oldest claimable run of the workspace whose turn it is. Parameters: owner and lease in milliseconds; folders, age and excluded
 * workspaces, each null when it does not apply; whether the claim takes a turn; the runs that the worker executes. The previous owner of a
 * run lives if it has a connection: connections carry the name of their process.
 *
 * Workspaces with work take turns in the order of `workspace_turn.turn`: a workspace goes to the end of the line after `weight` claims, and
 * one without a row is first. `place` lists these workspaces in this order, and the join reads it in order and stops at the first that has a
 * run to give. The statements are prepared, because planning them takes several times as long as running them.
 */
export const CLAIM = { name: "claim", text: claimStatement("true") };

/** As `CLAIM`, for at most as many runs as the eighth parameter says. One statement costs far less than as many claims. */
export const CLAIM_SEVERAL = { name: "claim_several", text: claimsStatement() };

/** As `CLAIM`, for the trace in the eighth parameter only. */
export const CLAIM_ONE = { name: "claim_one", text: claimStatement("candidate.id = $8::text") };

/** The distinct project folders of all claimable runs. */
export const WAITING_FOLDERS = Object.values(CLAIMABLE)
  .map(
    ({ from, where }) =>
      `select candidate.project_folder from ${from} where ${where} and candidate.project_folder is not null`,
  )
  .join(" union ");
