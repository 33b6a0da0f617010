import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import type { ApiScope, KeyHolder } from "@goaltrace/db";
import { authorize } from "../auth/authorize.ts";
import type { Membership } from "../auth/authorize.ts";
import { invalidKey } from "../auth/invalid-key.ts";
import type { StreamPass } from "../live/refuse-stream.ts";
import type { Runtime } from "../runtime.ts";
import { REQUIRED_ROLE } from "./scopes.ts";

/** An authenticated program: its key, its membership and its scope. */
export type Caller = {
  readonly holder: KeyHolder;
  readonly membership: Membership;
  readonly scope: Scope;
  /** The right on which streams of this call depend. */
  readonly pass: Omit<StreamPass, "traceId">;
};

/**
 * Authenticates the API key in the headers. A key acts for its owner, limited to its scopes and to the owner's current role. Errors:
 * NOT_SIGNED_IN without a valid key, NOT_FOUND when its owner has left the workspace, NOT_ALLOWED without the scope or the role.
 */
export async function authenticateKey(runtime: Runtime, headers: Headers, needed: ApiScope): Promise<Caller> {
  const holder = await findKeyHolder(runtime, headers);
  const { membership } = await authorize({
    access: { kind: "workspace", role: REQUIRED_ROLE[needed] },
    person: holder.person,
    workspace: holder.workspace.slug,
    findMembership: async () => holder.membership,
  });
  if (!holder.scopes.includes(needed)) throw missingScope(needed);
  if (membership === null) throw invalidKey();
  const scope = { workspaceId: membership.id, personId: holder.person.id };
  const by = { kind: "key", id: holder.id, scope: needed } as const;
  const pass = { ...scope, by, role: REQUIRED_ROLE[needed], workspaceName: membership.name };
  return { holder, membership, scope, pass };
}

/** Returns the holder of the API key in the headers. Errors: NOT_SIGNED_IN without a valid key. */
export async function findKeyHolder(runtime: Pick<Runtime, "stores">, headers: Headers): Promise<KeyHolder> {
  const secret = /^Bearer (\S{1,200})$/i.exec(headers.get("authorization") ?? "")?.[1];
  const holder = secret === undefined ? undefined : await runtime.stores.apiKeys.findHolder(secret);
  if (holder === undefined) throw invalidKey();
  return holder;
}

function missingScope(scope: ApiScope): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `This key does not have the ${scope} scope.`,
    fix: "Create a key with this scope. The scopes of an existing key cannot change.",
  });
}
