import { randomUUID } from "node:crypto";
import type { Scope } from "@goaltrace/core/ports";
import { authorize } from "../auth/authorize.ts";
import type { Membership, Person } from "../auth/authorize.ts";
import type { Role } from "../auth/roles.ts";
import type { StreamPass } from "../live/refuse-stream.ts";
import { getRuntime } from "../runtime.ts";
import type { Runtime } from "../runtime.ts";
import { failureResponse, setRetryAfter } from "./failure-response.ts";
import { reportFailure } from "./report-failure.ts";
import { assertSameOrigin } from "./same-origin.ts";

/** The context of a workspace route: the authorized member, and the id under which errors are logged. */
export type MemberContext = {
  readonly runtime: Runtime;
  readonly person: Person;
  readonly membership: Membership;
  readonly scope: Scope;
  /** The right on which streams of this request depend. */
  readonly pass: Omit<StreamPass, "traceId">;
  readonly requestId: string;
};

export type RouteAccess = {
  /** The workspace as written in the URL. */
  readonly workspace: string;
  /** The minimum role. */
  readonly role: Role;
};

/**
 * Handles a route outside tRPC for members of the workspace. Anything thrown, also by `handle`, becomes a REST error: NOT_SIGNED_IN,
 * NOT_FOUND for a workspace that the person is not a member of, NOT_ALLOWED for a low role or a write from another site.
 */
export async function handleMemberRequest(
  request: Request,
  access: RouteAccess,
  handle: (member: MemberContext) => Promise<Response>,
): Promise<Response> {
  const requestId = randomUUID();
  let logger: Runtime["logger"] | null = null;
  try {
    const runtime = await getRuntime();
    logger = runtime.logger;
    const { auth, stores, publicUrl } = runtime;
    if (request.method !== "GET") assertSameOrigin(request.headers, publicUrl);
    const session = await auth.findSession(request.headers);
    const { person, membership } = await authorize({
      access: { kind: "workspace", role: access.role },
      person: session?.person ?? null,
      workspace: decodeURIComponent(access.workspace),
      findMembership: async (personId, slug) => stores.members.membership(personId, slug),
    });
    if (session === null || person === null || membership === null)
      throw new Error("A workspace route was authorized without a membership.");
    const scope = { workspaceId: membership.id, personId: person.id };
    const by = { kind: "session", id: session.id } as const;
    const pass = { ...scope, by, role: access.role, workspaceName: membership.name };
    return await handle({ runtime, person, membership, scope, pass, requestId });
  } catch (thrown) {
    const failure = reportFailure(thrown, { logger, requestId, place: "workspace route" });
    const response = failureResponse(failure, requestId);
    setRetryAfter(response, thrown);
    return response;
  }
}
