import { randomUUID } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Logger, Scope } from "@goaltrace/core/ports";
import { authorize } from "../auth/authorize.ts";
import type { Membership, Person } from "../auth/authorize.ts";
import type { Role } from "../auth/roles.ts";
import { getRuntime } from "../runtime.ts";
import type { Runtime } from "../runtime.ts";
import { failureResponse } from "./failure-response.ts";
import { publicFailure } from "./failure-status.ts";
import { isSameOrigin } from "./same-origin.ts";

/** The context of a workspace route: the authorized member, and the id under which errors are logged. */
export type MemberContext = {
  readonly runtime: Runtime;
  readonly person: Person;
  readonly membership: Membership;
  readonly scope: Scope;
  readonly requestId: string;
};

export type RouteAccess = {
  /** The workspace as written in the URL. */
  readonly workspace: string;
  /** The minimum role. */
  readonly role: Role;
  /** Rejects cross-site requests. Defaults to false. */
  readonly sameOriginOnly?: boolean;
};

/**
 * Handles a route outside tRPC for members of the workspace. Anything thrown, also by `handle`, becomes a REST error: NOT_SIGNED_IN,
 * NOT_FOUND for a workspace that the person is not a member of, NOT_ALLOWED for a low role or a cross-site request. Internal errors are logged
 * under the request id of the response.
 */
export async function handleMemberRequest(
  request: Request,
  access: RouteAccess,
  handle: (member: MemberContext) => Promise<Response>,
): Promise<Response> {
  const requestId = randomUUID();
  let logger: Logger | null = null;
  try {
    const runtime = await getRuntime();
    logger = runtime.logger;
    const { auth, stores, publicUrl } = runtime;
    if (access.sameOriginOnly === true && !isSameOrigin(request.headers, publicUrl)) throw crossSiteRequest();
    const { person, membership } = await authorize({
      access: { kind: "workspace", role: access.role },
      person: await auth.findPerson(request.headers),
      workspace: decodeURIComponent(access.workspace),
      findMembership: async (personId, slug) => stores.members.membership(personId, slug),
    });
    if (person === null || membership === null)
      throw new Error("A workspace route was authorized without a membership.");
    const scope = { workspaceId: membership.id, personId: person.id };
    return await handle({ runtime, person, membership, scope, requestId });
  } catch (thrown) {
    const failure = publicFailure(thrown, requestId);
    if (failure.code === "INTERNAL")
      logger?.error("workspace route failed", {
        path: new URL(request.url).pathname,
        requestId,
        stack: thrown instanceof Error ? thrown.stack : String(thrown),
      });
    return failureResponse(failure, requestId);
  }
}

function crossSiteRequest(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message: "Cross-site requests are not allowed.",
    fix: "Send the request from this server's own pages.",
  });
}
