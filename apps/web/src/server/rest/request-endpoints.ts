import { GoaltraceError } from "@goaltrace/core";
import {
  type AlwaysChoice,
  approveAlways,
  auditedRule,
  chooseRequest,
  DECIDED_KIND,
  controlRun,
  decideRequest,
  sendSignal,
  type RequestDecision,
  toRequestView,
} from "@goaltrace/host";
import { CURSOR, DECIDED, DECISIONS, ID, LIMIT, REQUEST } from "@goaltrace/host/api";
import { z } from "zod";
import { roleIncludes } from "../auth/roles.ts";
import { recordAudit } from "../record-audit.ts";
import { endpoint, type Endpoint, type RestContext } from "./endpoint.ts";
import { pageSchema } from "./schemas.ts";

const TRACE_PATH = z.object({ id: ID.describe("Trace id.") });
export const listRequests = endpoint({
  method: "get",
  address: "/api/requests",
  name: "listRequests",
  scope: "read",
  summary: "Lists requests of runs to people: approvals, questions and calls whose effect is unknown.",
  query: z.object({
    list: z
      .enum(["waiting", "others", "decided"])
      .default("waiting")
      .describe(
        "`waiting` lists open requests of your runs, oldest first; `others` those of other people's runs; `decided` closed ones, newest first. Defaults to `waiting`.",
      ),
    cursor: CURSOR,
    limit: LIMIT,
  }),
  response: pageSchema(REQUEST),
  status: 200,
  handle: async ({ runtime, scope }, { query }) => {
    const page = await runtime.stores.requests.list(scope, query.list, {
      cursor: query.cursor ?? null,
      limit: query.limit,
    });
    return { items: page.items.map(toRequestView), nextCursor: page.nextCursor };
  },
});

export const approveCall = endpoint({
  method: "post",
  address: "/api/traces/{id}/approve",
  name: "approveCall",
  scope: "run",
  summary:
    "Approves a tool call that a run waits with. The first decision counts; repeating yours has no effect.",
  path: TRACE_PATH,
  body: DECISIONS.approve.extend({
    always: z
      .object({ layer: z.enum(["conversation", "workspace"]), rule: z.string().max(500) })
      .optional()
      .describe(
        'Also writes a rule that allows calls like this one, such as {"layer": "conversation", "rule": "write_file(src/**)"}. An answer to any other rule lists the possible ones. Cannot be combined with `arguments`.',
      ),
  }),
  response: DECIDED,
  status: 200,
  handle: async (context, { path, body }) => {
    if (body.always !== undefined)
      return await approveWithRule(context, { ...body, traceId: path.id, always: body.always });
    const edited = body.arguments === undefined ? {} : { arguments: JSON.stringify(body.arguments) };
    return decide(context, { ...body, traceId: path.id, decision: { kind: "approve", ...edited } });
  },
});

export const denyCall = decisionEndpoint({
  address: "/api/traces/{id}/deny",
  name: "denyCall",
  summary: "Denies a tool call that a run waits with. The run continues and reads the reason.",
  body: DECISIONS.deny,
  decision: ({ reason = "" }) => ({ kind: "deny", reason: reason === "" ? null : reason }),
});

export const answerQuestion = decisionEndpoint({
  address: "/api/traces/{id}/answer",
  name: "answerQuestion",
  summary: "Answers a question that a run waits with.",
  body: DECISIONS.answer,
  decision: ({ text }) => ({ kind: "answer", text }),
});

export const resolveEffect = decisionEndpoint({
  address: "/api/traces/{id}/resolve",
  name: "resolveEffect",
  summary:
    "Reports what became of a call whose process died while it ran. The run continues with the report.",
  body: DECISIONS.resolve,
  decision: ({ resolution }) => ({ kind: "resolve", resolution }),
});

export const steerRun = endpoint({
  method: "post",
  address: "/api/traces/{id}/steer",
  name: "steerRun",
  scope: "run",
  summary: "Sends a text that the model reads before its next call.",
  path: TRACE_PATH,
  body: z.object({
    text: z.string().trim().min(1).max(200_000).describe("The text, as a message of yours."),
    messageId: ID.optional().describe(
      "An id of your choice. Sending the same id again has no effect, so a failed request can be repeated.",
    ),
  }),
  response: z.object({
    when: z
      .enum(["now", "next_turn"])
      .describe("`next_turn`: the run has ended, so the next turn of its conversation reads the text."),
  }),
  status: 200,
  handle: async ({ runtime, scope }, { path, body: { text, messageId } }) => {
    const body = { kind: "steer", payload: { text } } as const;
    return sendSignal(runtime, scope, { traceId: path.id, body, requestId: messageId });
  },
});

export const cancelRun = endpoint({
  method: "post",
  address: "/api/traces/{id}/cancel",
  name: "cancelRun",
  scope: "run",
  summary: "Stops a run. Sending the request again has no effect.",
  path: TRACE_PATH,
  response: z.object({ requested: z.boolean() }),
  status: 200,
  handle: async ({ runtime, scope }, { path }) =>
    controlRun(runtime, scope, { traceId: path.id, body: { kind: "cancel", payload: { reason: null } } }),
});

type ApprovalWithRule = {
  readonly traceId: string;
  readonly requestId?: string | undefined;
  readonly arguments?: unknown;
  readonly always: AlwaysChoice;
};

async function approveWithRule(
  { runtime, scope, holder, membership }: RestContext,
  { traceId, requestId, always, ...body }: ApprovalWithRule,
): Promise<z.output<typeof DECIDED>> {
  if (body.arguments !== undefined)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "`always` cannot be combined with `arguments`.",
      fix: "Approve the edited call once, or the call as it is with a rule.",
    });
  const chosen = await chooseRequest(runtime, scope, { traceId, id: requestId, kind: "approval" });
  const isAdmin = roleIncludes(membership.role, "admin");
  await approveAlways(runtime, scope, { ...chosen, isAdmin, choice: always });
  await recordAudit(
    { runtime, person: holder.person, membership },
    {
      action: "permissions.rule_added",
      target: auditedRule({ layer: always.layer, effect: "allow", text: always.rule }),
      detail: { key: holder.name },
    },
  );
  return { decided: true, requestId: chosen.id };
}

async function decide(
  { runtime, scope }: RestContext,
  request: {
    readonly traceId: string;
    readonly requestId?: string | undefined;
    readonly decision: RequestDecision;
  },
): Promise<z.output<typeof DECIDED>> {
  const { traceId, decision } = request;
  const kind = DECIDED_KIND[decision.kind];
  const chosen = await chooseRequest(runtime, scope, { traceId, id: request.requestId, kind });
  await decideRequest(runtime, scope, { ...chosen, decision });
  return { decided: true, requestId: chosen.id };
}

/** The request of a decision; its other fields are those of the kind of decision. */
type DecisionBody = z.ZodObject<{ requestId: typeof DECISIONS.deny.shape.requestId }>;

/** Creates an endpoint that decides about a request of a run. */
function decisionEndpoint<Body extends DecisionBody>({
  decision,
  ...definition
}: Pick<Endpoint, "address" | "name" | "summary"> & {
  readonly body: Body;
  readonly decision: (body: z.output<Body>) => RequestDecision;
}): Endpoint {
  return endpoint({
    ...definition,
    ...{ method: "post", scope: "run", path: TRACE_PATH, response: DECIDED, status: 200 },
    handle: async (context, { path, body }) =>
      decide(context, { requestId: body.requestId, traceId: path.id, decision: decision(body) }),
  });
}
