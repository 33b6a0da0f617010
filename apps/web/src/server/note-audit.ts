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

/** Writes down what an administrator's change did (W15). Called after it was done. */
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
