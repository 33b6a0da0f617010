import type { Scope } from "@goaltrace/core";
import type { Trace } from "@goaltrace/core/log";
import { readSharedTrace } from "@goaltrace/core/reading";
import type { SharedTrace } from "@goaltrace/core/reading";
import type { OpenShare } from "@goaltrace/db";
import type { VisibleStores } from "@goaltrace/host";
import { roleIncludes } from "../auth/roles.ts";
import { waitFor } from "../http/call-limit.ts";
import type { Runtime } from "../runtime.ts";
import { createPublicMask } from "./public-mask.ts";
import { hashShareToken } from "./share-token.ts";

export type OpenedShare =
  | { readonly kind: "shared"; readonly trace: SharedTrace }
  /** Expired, revoked, never created, its trace deleted, or no longer visible to its creator: the visitor does not learn which. */
  | { readonly kind: "nothing" }
  | { readonly kind: "too_many" };

const TOKEN = /^[\w-]{20,64}$/;
/** An address can be made up, a token cannot: both are counted. */
const BY_ADDRESS = { limit: 60, windowMs: 60_000 };
const BY_TOKEN = { limit: 120, windowMs: 60_000 };

/**
 * What the link with this token shows now. It reads with the scope of the person who created it: what they may no longer see, it does not
 * show. Texts of people and models are masked (`createPublicMask`), titles of goals included.
 */
export async function openShare(runtime: Runtime, token: string, address: string): Promise<OpenedShare> {
  const { stores } = runtime;
  const waits = await Promise.all([
    waitFor(stores.callCounts, `share address ${address}`, BY_ADDRESS),
    waitFor(stores.callCounts, `share token ${hashShareToken(token)}`, BY_TOKEN),
  ]);
  if (waits.some((wait) => wait !== null)) return { kind: "too_many" };
  const link = TOKEN.test(token) ? await stores.shares.open(hashShareToken(token)) : undefined;
  if (link === undefined) return { kind: "nothing" };
  const trace = (await mayShow(stores, link)) ? await stores.traces.get(link.scope, link.traceId) : undefined;
  if (trace === undefined || (await isDeleted(stores, link.scope, trace))) return { kind: "nothing" };
  const { scope, includeContent, expiresAt } = link;
  const mask = createPublicMask(await runtime.getRedactor(scope.workspaceId), trace.projectFolder);
  const reader = { traces: stores.traces, scope };
  return { kind: "shared", trace: await readSharedTrace(reader, trace, { includeContent, expiresAt, mask }) };
}

/** A link works only while its creator is a member with a role that may share. */
async function mayShow({ members }: VisibleStores, { scope }: OpenShare): Promise<boolean> {
  const mine = await members.ofPerson(scope.personId);
  return mine.some(({ id, role }) => id === scope.workspaceId && roleIncludes(role, "member"));
}

/** What people removed from their lists is no longer public, even though it can be restored. */
async function isDeleted(
  { traceList, conversations }: VisibleStores,
  scope: Scope,
  trace: Trace,
): Promise<boolean> {
  if ((await traceList.removed(scope, [trace.id])).length > 0) return true;
  const { conversationId } = trace;
  return conversationId !== null && (await conversations.get(scope, conversationId)) === undefined;
}
