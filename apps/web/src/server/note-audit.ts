import type { AUDIT_ACTIONS } from "@goaltrace/db";
import type { Membership, Person } from "./auth/authorise.ts";
import type { Runtime } from "./runtime.ts";

/** In whose name something was changed. */
export type Actor = {
  readonly runtime: Pick<Runtime, "stores" | "ids" | "clock">;
  readonly person: Person;
  readonly membership: Pick<Membership, "id">;
};

export type AuditedChange = {
  readonly action: (typeof AUDIT_ACTIONS)[number];
  /** What was changed, as people call it. Never a secret. */
  readonly target: string;
  readonly detail?: Readonly<Record<string, string>>;
};

/** How many runs are named; of more only their number is told. */
const NAMED_RUNS = 5;
const NAME_CHARACTERS = 100;

/** Runs as the log names them: by id, because what was asked in them may be private. */
export function runsNamed(ids: readonly string[]): Pick<AuditedChange, "target" | "detail"> {
  const named = ids.slice(0, NAMED_RUNS).map((id) => id.slice(0, NAME_CHARACTERS));
  return { target: named.join(", "), detail: { runs: String(ids.length) } };
}

/** Writes down what somebody's change did. Called after it was done, or before what cannot be taken back. */
export async function noteAudit(actor: Actor, change: AuditedChange): Promise<void> {
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
