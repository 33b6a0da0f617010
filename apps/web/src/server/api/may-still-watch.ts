import { authorise } from "../auth/authorise.ts";
import type { Membership, Person } from "../auth/authorise.ts";
import type { ApiContext } from "./trpc.ts";

/** A change of role or a revoked session ends open streams within this time. */
const RECHECK_MS = 3_000;

/** For streams: asks again, at most every three seconds, whether this session and membership still stand. Throws as `authorise`. */
export function mayStillWatch(
  context: ApiContext & { readonly person: Person; readonly membership: Membership },
): () => Promise<void> {
  const { runtime, headers, membership } = context;
  let checkedAt = runtime.clock.now();
  return async () => {
    const now = runtime.clock.now();
    if (now - checkedAt < RECHECK_MS) return;
    checkedAt = now;
    await authorise({
      access: { kind: "workspace", role: "viewer" },
      person: await runtime.auth.personOf(headers),
      workspace: membership.slug,
      membershipOf: async (personId, slug) => runtime.stores.members.membership(personId, slug),
    });
  };
}
