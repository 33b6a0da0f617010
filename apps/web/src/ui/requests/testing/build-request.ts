import type { ApprovalView, RequestView } from "../../../lib/requests/request-view.ts";

/** Returns an open approval of `write_file`, with these changes. Times are milliseconds since the epoch. */
export function buildRequest(
  changes: Partial<RequestView> = {},
  call: Partial<ApprovalView> = {},
): RequestView {
  const callArguments = '{"path":"src/a.ts","content":"one\\ntwo"}';
  return {
    ...{ traceId: "t1", id: "r1", kind: "approval", state: "open", title: "write_file(src/a.ts)" },
    ...{ askedAt: 1_000, expiresAt: null, closedAt: null, decidedBy: null },
    person: { id: "p1", name: "Mira" },
    conversation: { id: "c1", title: "Totals" },
    ...{ ancestors: [], task: null },
    ...{ agent: "general", folder: "/work/orders", sequence: 7, goalId: "g1", question: null, effect: null },
    approval: {
      ...{ toolCallId: "k1", tool: "write_file", arguments: callArguments, step: 3 },
      ...{ reason: "The rule asks.", parts: [], cause: "mode", ruleId: null },
      ...call,
    },
    ...changes,
  };
}
