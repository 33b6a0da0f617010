import type pg from "pg";
import type { Listener } from "../live/listen.ts";
import { query } from "../sql.ts";
import { visibleTo } from "../stores/visible-traces.ts";
import type { ApiScope } from "./api-keys.ts";
import { parseRole, type Role } from "./role-rules.ts";

/** The right of a person to a stream: the session or key that opened it, and the trace that it shows. */
export type StreamRight = {
  readonly workspaceId: string;
  readonly personId: string;
  readonly by:
    | { readonly kind: "session"; readonly id: string }
    | { readonly kind: "key"; readonly id: string; readonly scope: ApiScope };
  /** Null for a stream of the whole workspace, which reads only what its person can see. */
  readonly traceId: string | null;
};

/** The state of a right at one moment. */
export type StreamFacts = {
  /** False when the session has ended, or the key was revoked or lacks the scope. */
  readonly isSignedIn: boolean;
  /** Null for a person who is not a member. */
  readonly role: Role | null;
  /** False when the trace is gone or hidden from the person. Always true without a trace. */
  readonly isVisible: boolean;
};

/** The state of the rights that open streams depend on. */
export interface StreamRightStore {
  /** Reads all rights in one statement, in order. */
  read(rights: readonly StreamRight[]): Promise<readonly StreamFacts[]>;
  /**
   * Calls `listener` when rights in a workspace may have ended, and with null when those in any workspace may have, until the returned function is called. Best
   * effort: a notice may be lost with its connection, which is reported as a change in any workspace when it is back.
   */
  onChange(listener: (workspaceId: string | null) => void): () => void;
}

type FactsRow = {
  readonly is_signed_in: boolean;
  readonly role: string | null;
  readonly is_visible: boolean;
};

const READ = `
select case when r.key_id is null then exists (
    select from session s where s.id = r.session_id and s.user_id = r.person_id and s.expires_at > clock_timestamp())
  else exists (
    select from api_key k where k.workspace_id = r.workspace_id and k.id = r.key_id and k.person_id = r.person_id
      and k.revoked_at is null and r.scope = any(k.scopes)) end as is_signed_in,
  m.role,
  r.trace_id is null or exists (
    select from trace t where t.workspace_id = r.workspace_id and t.id = r.trace_id
      and ${visibleTo({ alias: "t", person: "r.person_id" })}) as is_visible
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
  with ordinality as r(workspace_id, person_id, session_id, key_id, scope, trace_id, position)
left join member m on m.workspace_id = r.workspace_id and m.user_id = r.person_id
order by r.position`;

/** Rights in PostgreSQL. Triggers on memberships, keys, sessions and conversations send the notices, so no change can forget its own. */
export function createStreamRightStore(
  pool: pg.Pool,
  { onAccess }: Pick<Listener, "onAccess">,
): StreamRightStore {
  return {
    async read(rights) {
      const rows = await query<FactsRow>(pool, READ, [
        rights.map((right) => right.workspaceId),
        rights.map((right) => right.personId),
        rights.map(({ by }) => (by.kind === "session" ? by.id : null)),
        rights.map(({ by }) => (by.kind === "key" ? by.id : null)),
        rights.map(({ by }) => (by.kind === "key" ? by.scope : null)),
        rights.map((right) => right.traceId),
      ]);
      return rows.map(({ is_signed_in, role, is_visible }) => ({
        isSignedIn: is_signed_in,
        role: role === null ? null : parseRole(role),
        isVisible: is_visible,
      }));
    },
    onChange: onAccess,
  };
}
