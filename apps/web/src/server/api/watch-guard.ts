import { authorize } from "../auth/authorize.ts";
import type { Membership, Person } from "../auth/authorize.ts";
import type { ApiContext } from "./trpc.ts";

/** A role change or a revoked session ends open streams within this time. */
const RECHECK_MS = 3_000;

/** Creates the check that a stream's session and membership are still valid, made at most every three seconds. Throws like `authorize`. */
export function createWatchGuard(
  context: ApiContext & { readonly person: Person; readonly membership: Membership },
): () => Promise<void> {
  const { runtime, headers, membership } = context;
  let checkedAt = runtime.clock.now();
  return async () => {
    const now = runtime.clock.now();
    if (now - checkedAt < RECHECK_MS) return;
    checkedAt = now;
    await authorize({
      access: { kind: "workspace", role: "viewer" },
      person: await runtime.auth.findPerson(headers),
      workspace: membership.slug,
      findMembership: async (personId, slug) => runtime.stores.members.membership(personId, slug),
    });
  };
}
