import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core";
import type { ApiScope, KeyHolder } from "@goaltrace/db";
import { authorise } from "../auth/authorise.ts";
import type { Membership } from "../auth/authorise.ts";
import type { Runtime } from "../runtime.ts";
import { ROLE_OF_SCOPE } from "./scopes.ts";

/** A program that was let in: its key, in whose name it asks, and where. */
export type Caller = {
  readonly holder: KeyHolder;
  readonly membership: Membership;
  readonly scope: Scope;
};

/**
 * Who sends these headers. A key acts for its person with at most its scopes and at most what the person's role allows now. Errors:
 * NOT_SIGNED_IN without a key that holds, NOT_FOUND when its person has left the workspace, NOT_ALLOWED without the scope or the role.
 */
export async function authenticateKey(runtime: Runtime, headers: Headers, needed: ApiScope): Promise<Caller> {
  const { apiKeys, members } = runtime.stores;
  const secret = /^Bearer (\S{1,200})$/i.exec(headers.get("authorization") ?? "")?.[1];
  const holder = secret === undefined ? undefined : await apiKeys.findHolder(secret);
  if (holder === undefined) throw noKey();
  const { membership } = await authorise({
    access: { kind: "workspace", role: ROLE_OF_SCOPE[needed] },
    person: holder.person,
    workspace: holder.workspace.slug,
    membershipOf: async (personId, slug) => members.membership(personId, slug),
  });
  if (!holder.scopes.includes(needed)) throw scopeMissing(needed);
  if (membership === null) throw noKey();
  return { holder, membership, scope: { workspaceId: membership.id, personId: holder.person.id } };
}

function noKey(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_SIGNED_IN",
    message: "The request carries no API key that holds.",
    fix: "Send a key as: Authorization: Bearer gt_… Keys are made under Settings, API keys, or with goaltrace admin create-key.",
  });
}

function scopeMissing(scope: ApiScope): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: `This key does not have the scope ${scope}.`,
    fix: "Make a key with this scope; scopes of a key never change.",
  });
}
