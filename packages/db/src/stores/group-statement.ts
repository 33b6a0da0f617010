import { LIVE_CHANNEL } from "../live/channel.ts";
import { ROW_OUTLINE_VERSION } from "../rows/entry-row.ts";
import { CHANGED_FACTS, PROJECTED_FACT_NAMES, PROJECTED_FACTS } from "./trace-facts.ts";

const COPIED_FACTS = PROJECTED_FACT_NAMES.map((name) => `${name} = accepted.${name}`).join(", ");

/**
 * The statement of one group commit. Its parameters are JSON arrays: lanes ($1, one per trace), entries ($2), blobs ($3), blob
 * references ($4), changes of requests to people ($5), spending ($6), settled reservations ($7), and which trace stores which blob ($8).
 *
 * `locked` locks the rows of traces and roots in id order, so that group commits never deadlock, and reads them as they are after any
 * concurrent claim. `judged` decides per lane, so that a lost lease fails only its own trace. An expired lease is lost only when another
 * claim raises the fence. A batch that an earlier attempt committed counts as appended, whatever has happened to the lease since. Outlines,
 * facts and search text are written in the same commit as the entries.
 */
export const GROUP_STATEMENT = `
with lane as materialized (
  select * from json_to_recordset($1::json) as l(
    position int, trace_id text, root_id text, fence bigint, first_sequence int, last_sequence int, last_entry_id text,
    projection text, waiting_for text, wake_at timestamptz, ${CHANGED_FACTS}, ${PROJECTED_FACTS})
), locked as materialized (
  select id, workspace_id, root_id, last_sequence, fence, lease_until from trace
  where id in (select trace_id from lane union select root_id from lane)
  order by id for no key update
), judged as materialized (
  select lane.*, own.workspace_id, case
    when own.id is null or own.root_id <> lane.root_id then 'lease_lost'
    when own.last_sequence >= lane.last_sequence and exists (
      select from entry where entry.workspace_id = own.workspace_id and entry.trace_id = lane.trace_id and entry.sequence = lane.last_sequence and entry.id = lane.last_entry_id
    ) then 'repeated'
    when root.id is null or root.fence <> lane.fence or root.lease_until is null then 'lease_lost'
    when own.last_sequence <> lane.first_sequence - 1 then 'sequence_conflict'
    else 'appended' end as verdict
  from lane left join locked own on own.id = lane.trace_id left join locked root on root.id = lane.root_id
), accepted as materialized (
  select * from judged where verdict = 'appended'
), changed as (
  update trace set status = accepted.status, last_sequence = accepted.last_sequence, projection = accepted.projection,
    waiting_for = accepted.waiting_for, wake_at = accepted.wake_at, updated_at = now()
  from accepted where trace.id = accepted.trace_id
), counted as (
  update trace_facts set ${COPIED_FACTS},
    loops = trace_facts.loops + accepted.loops,
    given_up = trace_facts.given_up + accepted.given_up,
    tools = case when accepted.tools <@ trace_facts.tools then trace_facts.tools
      else array(select distinct unnest(trace_facts.tools || accepted.tools)) end
  from accepted where trace_facts.trace_id = accepted.trace_id
), item as materialized (
  select e.*, accepted.workspace_id
  from json_to_recordset($2::json) as e(
    trace_id text, sequence int, id text, kind text, type text, version int, at bigint, goal_id text, body text, skeleton text,
    words text)
  join accepted on accepted.trace_id = e.trace_id
), added as (
  insert into entry (trace_id, sequence, workspace_id, id, kind, type, version, at, goal_id, body, skeleton, skeleton_version)
  select trace_id, sequence, workspace_id, id, kind, type, version, at, goal_id, body, skeleton, ${ROW_OUTLINE_VERSION} from item
), searchable as (
  insert into message_search (trace_id, sequence, workspace_id, words)
  select trace_id, sequence, workspace_id, to_tsvector('simple', words) from item where words is not null
), kept as (
  insert into blob (workspace_id, sha256, media_type, encoding, form, text, size)
  select owner.workspace_id, b.sha256, b.media_type, b.encoding, b.form, b.text, b.size
  from (
    select distinct on (accepted.workspace_id, o.sha256) accepted.workspace_id, o.position
    from json_to_recordset($8::json) as o(trace_id text, sha256 text, position int)
    join accepted on accepted.trace_id = o.trace_id
    order by accepted.workspace_id, o.sha256
  ) as owner
  join json_to_recordset($3::json) as b(
    position int, sha256 text, media_type text, encoding text, form text, text text, size int) on b.position = owner.position
  order by owner.workspace_id, b.sha256
  on conflict (workspace_id, sha256) do update set touched_at = now() where blob.touched_at < now() - interval '1 hour'
), named as (
  insert into trace_blob (trace_id, sha256, workspace_id)
  select distinct n.trace_id, n.sha256, accepted.workspace_id
  from json_to_recordset($4::json) as n(trace_id text, sha256 text)
  join accepted on accepted.trace_id = n.trace_id
  on conflict do nothing
), request_change as materialized (
  select r.*, accepted.workspace_id
  from json_to_recordset($5::json) as r(
    trace_id text, id text, kind text, state text, sequence int, asked_at timestamptz, expires_at timestamptz, closed_at timestamptz,
    person_id text, "except" text[])
  join accepted on accepted.trace_id = r.trace_id
), asked as (
  insert into run_request (workspace_id, trace_id, id, kind, state, sequence, asked_at, expires_at, closed_at, person_id)
  select workspace_id, trace_id, id, kind, state, sequence, asked_at, expires_at, closed_at, person_id
  from request_change where sequence is not null
  on conflict do nothing
), closed as (
  update run_request as request set state = change.state, closed_at = change.closed_at, person_id = change.person_id
  from request_change as change
  where change.sequence is null and request.workspace_id = change.workspace_id and request.trace_id = change.trace_id
    and (request.id = change.id or change.id is null and request.id <> all(change."except")) and request.state = 'open'
), spending as materialized (
  select s.*, accepted.workspace_id, (now() at time zone 'utc')::date as day
  from json_to_recordset($6::json) as s(trace_id text, usd float8, tokens bigint, ms bigint, steps int)
  join accepted on accepted.trace_id = s.trace_id
), spent as (
  insert into day_spending as total (workspace_id, day, trace_id, usd, tokens, ms, steps)
  select workspace_id, day, trace_id, usd, tokens, ms, steps from spending
  on conflict (workspace_id, day, trace_id) do update set usd = total.usd + excluded.usd, tokens = total.tokens + excluded.tokens,
    ms = total.ms + excluded.ms, steps = total.steps + excluded.steps
), settled as (
  delete from budget_hold as hold using json_to_recordset($7::json) as s(trace_id text, reservation_id text), accepted
  where accepted.trace_id = s.trace_id and hold.workspace_id = accepted.workspace_id and hold.reservation_id = s.reservation_id
), notified as materialized (
  select pg_notify('${LIVE_CHANNEL}', json_build_object('committed', traces)::text) from (
    select json_agg(json_build_array(workspace_id, trace_id, last_sequence, status)) as traces
    from judged where verdict in ('appended', 'repeated')
  ) as news where traces is not null
)
select position, verdict, (select count(*) from notified) as notices from judged`;
