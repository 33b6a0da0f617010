import { z } from "zod";
import { DECIDED, DECISIONS } from "../api/run-inputs.ts";
import { CURSOR, ID, REQUEST } from "../api/run-schemas.ts";
import { chooseRequest } from "../requests/choose-request.ts";
import { DECIDED_KIND, decideRequest, type RequestDecision } from "../requests/decide-request.ts";
import { type RequestView, toRequestView } from "../requests/request-view.ts";
import { unknownRequest } from "../requests/unknown-request.ts";
import { defineMcpTool, type McpContext, type McpTool, READS } from "./mcp-tool.ts";
import { TEXT_OFFSET, TEXT_PAGE_OUTPUT, textPage } from "./text-page.ts";
import { LIST_LIMIT, NEXT_CURSOR } from "./trace-tools.ts";
import { LISTED_TEXT } from "./tunables.ts";

/** Both are required here: a program must not decide about a request that opened after it looked. */
const OF_REQUEST = {
  traceId: ID.describe("`traceId` of the request."),
  requestId: ID.describe("`id` of the request, as list_requests returns it."),
} as const;

export const listRequests = defineMcpTool({
  name: "list_requests",
  title: "List requests of runs to people",
  description:
    "Lists what runs ask people: approvals of calls, questions, and calls whose effect is unknown. Long texts are cut; read_request has them whole.",
  right: "read",
  annotations: READS,
  input: {
    list: z
      .enum(["waiting", "others", "decided"])
      .default("waiting")
      .describe(
        "`waiting`: open ones of your runs, oldest first; `others`: of other people's runs; `decided`: closed ones.",
      ),
    cursor: CURSOR,
    limit: LIST_LIMIT,
  },
  output: {
    items: z.array(REQUEST.extend({ truncated: z.boolean().describe("Whether a text is cut.") })),
    nextCursor: NEXT_CURSOR,
  },
  handle: async ({ services, scope }, { list, cursor, limit }) => {
    const page = await services.stores.requests.list(scope, list, { cursor: cursor ?? null, limit });
    return { items: page.items.map(toRequestView).map(toListed), nextCursor: page.nextCursor };
  },
});

export const readRequestTool = defineMcpTool({
  name: "read_request",
  title: "Read a request of a run to people",
  description: "Reads what an approval would run, or what a question asks, whole: as text in pages.",
  right: "read",
  annotations: READS,
  input: { ...OF_REQUEST, offset: TEXT_OFFSET },
  output: {
    kind: REQUEST.shape.kind,
    state: REQUEST.shape.state,
    tool: z.string().nullable(),
    ...TEXT_PAGE_OUTPUT,
  },
  handle: async ({ services, scope }, { traceId, requestId, offset }) => {
    const item = await services.stores.requests.get(scope, traceId, requestId);
    if (item === undefined) throw unknownRequest();
    const view = toRequestView(item);
    const call = view.approval ?? view.effect;
    const text = call?.arguments ?? view.question?.text ?? "";
    return { kind: view.kind, state: view.state, tool: call?.tool ?? null, ...textPage(text, offset) };
  },
});

export const approveCall = decisionTool({
  name: "approve_call",
  title: "Approve a tool call",
  description: "Lets a call run that a run waits with, in your name. The first decision counts.",
  shape: DECISIONS.approve.shape,
  decision: ({ arguments: edited }) => ({
    kind: "approve",
    arguments: edited === undefined ? undefined : JSON.stringify(edited),
  }),
});

export const denyCall = decisionTool({
  name: "deny_call",
  title: "Deny a tool call",
  description: "Denies a call that a run waits with. The run continues and reads the reason.",
  shape: DECISIONS.deny.shape,
  decision: ({ reason = "" }) => ({ kind: "deny", reason: reason === "" ? null : reason }),
});

export const answerQuestion = decisionTool({
  name: "answer_question",
  title: "Answer a question",
  description: "Answers a question that a run waits with, in your name.",
  shape: DECISIONS.answer.shape,
  decision: ({ text }) => ({ kind: "answer", text }),
});

export const resolveEffect = decisionTool({
  name: "resolve_effect",
  title: "Report what became of a call",
  description:
    "Reports what became of a call whose process died while it ran. The run continues with the report.",
  shape: DECISIONS.resolve.shape,
  decision: ({ resolution }) => ({ kind: "resolve", resolution }),
});

/** Creates a tool that decides about a request of a run. */
function decisionTool<Shape extends z.ZodRawShape>({
  shape,
  decision,
  ...definition
}: Pick<McpTool, "name" | "title" | "description"> & {
  readonly shape: Shape;
  readonly decision: (input: z.output<z.ZodObject<Shape>>) => RequestDecision;
}): McpTool {
  const [body, place] = [z.object(shape), z.object(OF_REQUEST)];
  return defineMcpTool({
    ...definition,
    right: "decide",
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
    input: { ...shape, ...OF_REQUEST },
    output: DECIDED.shape,
    handle: async (context, given) =>
      decide(context, { ...place.parse(given), decision: decision(body.parse(given)) }),
  });
}

async function decide(
  { services, scope }: McpContext,
  {
    traceId,
    requestId,
    decision,
  }: { readonly traceId: string; readonly requestId: string; readonly decision: RequestDecision },
): Promise<z.output<typeof DECIDED>> {
  const kind = DECIDED_KIND[decision.kind];
  const chosen = await chooseRequest(services, scope, { traceId, id: requestId, kind });
  await decideRequest(services, scope, { ...chosen, decision });
  return { decided: true, requestId: chosen.id };
}

function toListed(view: RequestView): z.input<typeof REQUEST> & { readonly truncated: boolean } {
  let truncated = false;
  const cut = (text: string): string => {
    truncated ||= text.length > LISTED_TEXT;
    return text.slice(0, LISTED_TEXT);
  };
  const { approval, question, effect, ancestors } = view;
  const shown = {
    ...view,
    title: cut(view.title),
    ancestors: [...ancestors],
    approval: approval === null ? null : { ...approval, arguments: cut(approval.arguments) },
    question: question === null ? null : { text: cut(question.text), choices: question.choices.map(cut) },
    effect: effect === null ? null : { ...effect, arguments: cut(effect.arguments) },
  };
  return { ...shown, truncated };
}
