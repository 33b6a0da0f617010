import type { AUDIT_ACTIONS } from "@goaltrace/db";
import type { Membership, Person } from "./auth/authorize.ts";
import type { Runtime } from "./runtime.ts";

/** The person who made a change, and the workspace of the change. */
export type Actor = {
  readonly runtime: Pick<Runtime, "stores" | "ids" | "clock">;
  readonly person: Person;
  readonly membership: Pick<Membership, "id">;
};

export type AuditedChange = {
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** The changed item in terms people know. Never a secret. */
  readonly target: string;
  readonly detail?: Readonly<Record<string, string>>;
};

/** The entry lists this many run ids; for more runs it contains only the count. */
const MAX_LISTED_RUNS = 5;
const MAX_ID_LENGTH = 100;

/** Returns the audit target for runs. It lists ids only, because task texts may be private. */
export function auditedRuns(ids: readonly string[]): Pick<AuditedChange, "target" | "detail"> {
  const listed = ids.slice(0, MAX_LISTED_RUNS).map((id) => id.slice(0, MAX_ID_LENGTH));
  return { target: listed.join(", "), detail: { runs: String(ids.length) } };
}

/** Adds an audit entry. Called after the change, or before it when it cannot be undone. */
export async function recordAudit(actor: Actor, change: AuditedChange): Promise<void> {
  const { runtime, person, membership } = actor;
  await runtime.stores.audit.add(membership.id, {
    id: runtime.ids.next(),
    at: runtime.clock.now(),
    personId: person.id,
    email: person.email,
    action: change.action,
    target: change.target,
    detail: change.detail ?? {},
  });
}
