import type { Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readSharedTrace, type SharedTrace } from "@goaltrace/core/reading";
import type { OpenShare } from "@goaltrace/db";
import type { VisibleStores } from "@goaltrace/host";
import { roleIncludes } from "../auth/roles.ts";
import { secondsUntilAllowed } from "../http/call-limit.ts";
import type { Runtime } from "../runtime.ts";
import { createPublicMask } from "./public-mask.ts";
import { hashShareToken } from "./share-token.ts";

export type OpenedShare =
  | { readonly kind: "shared"; readonly trace: SharedTrace }
  /** Expired, revoked or unknown link, deleted trace, or a creator without access: the visitor does not learn which. */
  | { readonly kind: "nothing" }
  | { readonly kind: "too_many" };

const TOKEN = /^[\w-]{20,64}$/;
/** Both are counted: a client can change its address, but it cannot invent a valid token. */
const ADDRESS_LIMIT = { limit: 60, windowMs: 60_000 };
const TOKEN_LIMIT = { limit: 120, windowMs: 60_000 };

/**
 * Opens the public link with this token. It reads with the current access of the link's creator. Texts of people and models, including goal
 * titles, are masked (`createPublicMask`).
 */
export async function openShare(runtime: Runtime, token: string, address: string): Promise<OpenedShare> {
  const { stores } = runtime;
  const waits = await Promise.all([
    secondsUntilAllowed(stores.callCounts, `share address ${address}`, ADDRESS_LIMIT),
    secondsUntilAllowed(stores.callCounts, `share token ${hashShareToken(token)}`, TOKEN_LIMIT),
  ]);
  if (waits.some((wait) => wait !== null)) return { kind: "too_many" };
  const link = TOKEN.test(token) ? await stores.shares.open(hashShareToken(token)) : undefined;
  if (link === undefined) return { kind: "nothing" };
  const trace = (await canShow(stores, link)) ? await stores.traces.get(link.scope, link.traceId) : undefined;
  if (trace === undefined || (await isDeleted(stores, link.scope, trace))) return { kind: "nothing" };
  const { scope, includeContent, expiresAt } = link;
  const mask = createPublicMask(await runtime.getRedactor(scope.workspaceId), trace.projectFolder);
  const reader = { traces: stores.traces, scope };
  return { kind: "shared", trace: await readSharedTrace(reader, trace, { includeContent, expiresAt, mask }) };
}

/** A link works only while its creator is a member with a role that may share. */
async function canShow({ members }: VisibleStores, { scope }: OpenShare): Promise<boolean> {
  const memberships = await members.ofPerson(scope.personId);
  return memberships.some(({ id, role }) => id === scope.workspaceId && roleIncludes(role, "member"));
}

/** Removed traces and conversations are not public, although they can be restored. */
async function isDeleted(
  { traceList, conversations }: VisibleStores,
  scope: Scope,
  trace: Trace,
): Promise<boolean> {
  if ((await traceList.removed(scope, [trace.id])).length > 0) return true;
  const { conversationId } = trace;
  return conversationId !== null && (await conversations.get(scope, conversationId)) === undefined;
}
