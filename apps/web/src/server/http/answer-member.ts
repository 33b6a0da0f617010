import { randomUUID } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core";
import { authorise } from "../auth/authorise.ts";
import type { Membership, Person } from "../auth/authorise.ts";
import type { Role } from "../auth/roles.ts";
import { getRuntime } from "../runtime.ts";
import type { Runtime } from "../runtime.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";
import { isSameOrigin } from "./same-origin.ts";

/** Who asks a route of a workspace, and the reference under which a mistake is found again. */
export type AskingMember = {
  readonly runtime: Runtime;
  readonly person: Person;
  readonly membership: Membership;
  readonly scope: Scope;
  readonly requestId: string;
};

export type RouteAccess = {
  /** The workspace as it stands in the address. */
  readonly workspace: string;
  /** The least role that may ask. */
  readonly role: Role;
  /** Refuses requests that other sites make in the name of who is signed in. By default they are let through. */
  readonly fromOurPages?: boolean;
};

/**
 * Answers a route that is no procedure, for a member of the workspace alone. Whatever is thrown, also by `answer`, becomes the failure as
 * REST says it: NOT_SIGNED_IN, NOT_FOUND for a workspace of others, NOT_ALLOWED for a low role or a foreign page.
 */
export async function answerMember(
  request: Request,
  access: RouteAccess,
  answer: (member: AskingMember) => Promise<Response>,
): Promise<Response> {
  const requestId = randomUUID();
  try {
    const runtime = await getRuntime();
    const { auth, stores, publicUrl } = runtime;
    if (access.fromOurPages === true && !isSameOrigin(request.headers, publicUrl)) throw foreign();
    const { person, membership } = await authorise({
      access: { kind: "workspace", role: access.role },
      person: await auth.personOf(request.headers),
      workspace: decodeURIComponent(access.workspace),
      membershipOf: async (personId, slug) => stores.members.membership(personId, slug),
    });
    if (person === null || membership === null) throw new Error("A workspace was opened without a member.");
    const scope = { workspaceId: membership.id, personId: person.id };
    return await answer({ runtime, person, membership, scope, requestId });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}

function foreign(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "The request comes from another site.",
    fix: "Do it on the page of the workspace itself.",
  });
}
