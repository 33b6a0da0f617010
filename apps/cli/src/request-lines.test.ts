import type { Entry } from "@goaltrace/core/log";
import { buildLog, testAgent } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createRequestLines, type RequestLine } from "./request-lines.ts";

const LOST = { toolCallId: "c", toolName: "shell", state: "unknown", resolution: "interrupted" } as const;

/** Feeds a run that asks with a call `c`, asks a question and waits for a report about `c`. Returns its log and what was printed. */
function asking() {
  const log = buildLog({ traceId: "root" });
  const requestsOf = createRequestLines();
  const printed: RequestLine[] = [];
  const take = (entry: Entry): void => void printed.push(...requestsOf(entry));
  take(log.assistant({ calls: [{ id: "c", name: "shell", arguments: '{"command":"make"}' }] }));
  take(
    log.event({
      type: "approval.requested",
      data: {
        ...{ approvalId: "a", toolCallId: "c", toolName: "shell", definitionDigest: "", argumentsDigest: "" },
        ...{ reason: "It changes something.", parts: ["make"], expiresAt: 9 },
      },
    }),
  );
  take(
    log.event({
      type: "question.asked",
      data: { questionId: "q", toolCallId: null, text: "Raise it?", choices: ["Stop"], expiresAt: null },
    }),
  );
  take(
    log.event({
      type: "trace.resumed",
      data: { journal: [LOST, { ...LOST, effectId: "e" }], resumeCount: 1, reason: "died" },
    }),
  );
  return { log, take, printed, lines: () => printed.map(({ id, kind, state }) => [id, kind, state]) };
}

it("names the call that a request is about, and leaves out calls about which nobody is asked", () => {
  const { printed } = asking();
  const call = { toolCallId: "c", tool: "shell", arguments: '{"command":"make"}' };
  expect(printed).toMatchObject([
    {
      id: "a",
      state: "open",
      expiresAt: 9,
      approval: { ...call, reason: "It changes something.", parts: ["make"] },
    },
    { id: "q", state: "open", expiresAt: null, question: { text: "Raise it?", choices: ["Stop"] } },
    { id: "e", state: "open", expiresAt: null, effect: call },
  ]);
});

it("reports the end of each request once", () => {
  const { log, take, lines, printed } = asking();
  printed.length = 0;
  const denied = {
    ...{ approvalId: "a", toolCallId: "c", decision: "denied" as const, personId: "mira", reason: null },
    ...{ editedArguments: null, ruleId: null },
  };
  for (const _ of [1, 2]) take(log.event({ type: "approval.decided", data: denied }));
  take(
    log.event({
      type: "question.answered",
      data: { questionId: "q", personId: null, text: "", outcome: "expired" },
    }),
  );
  take(
    log.event({
      type: "effect.resolved",
      data: { toolCallId: "c", personId: "mira", resolution: "happened", note: null, effectId: "e" },
    }),
  );
  take(log.event({ type: "trace.finished", data: { status: "completed", failure: null, summary: null } }));
  expect(lines()).toEqual([
    ["a", "approval", "denied"],
    ["q", "question", "expired"],
    ["e", "effect", "happened"],
  ]);
});

it("withdraws what is open when its run ends", () => {
  const { log, take, lines, printed } = asking();
  printed.length = 0;
  take(log.event({ type: "trace.finished", data: { status: "cancelled", failure: null, summary: null } }));
  expect(lines()).toEqual([
    ["a", "approval", "withdrawn"],
    ["q", "question", "withdrawn"],
    ["e", "effect", "withdrawn"],
  ]);
});

it("knows nothing of the calls of a run that has ended", () => {
  const { log, take, printed } = asking();
  take(log.event({ type: "trace.finished", data: { status: "cancelled", failure: null, summary: null } }));
  printed.length = 0;
  take(
    log.event({
      type: "trace.resumed",
      data: { journal: [{ ...LOST, effectId: "later" }], resumeCount: 1, reason: "died" },
    }),
  );
  expect(printed).toMatchObject([{ id: "later", effect: { toolCallId: "c", tool: "", arguments: "{}" } }]);
});

it.each(["{}", '{"question":3}', '{"question":"Which?","choices":"a"}', "[]"])(
  "reports a question whose text cannot be read without one: %s",
  (text) => {
    const log = buildLog({ traceId: "root" });
    const requestsOf = createRequestLines();
    requestsOf(log.assistant({ calls: [{ id: "c", name: "ask_user", arguments: text }] }));
    const refused = log.add({
      ...{ kind: "message", role: "tool", toolCallId: "c", toolName: "ask_user", outcome: "denied" },
      ...{ refusal: "no_approver", title: "nobody to ask", description: "", output: "Nobody can answer." },
      ...{ goalId: "root", tokens: 1, durationMs: 0 },
    });
    expect(requestsOf(refused)).toMatchObject([
      { state: "no_approver", kind: "question", question: { text: "", choices: [] } },
    ]);
  },
);

it("reports a call that nobody could be asked about, with the runs above its own", () => {
  const requestsOf = createRequestLines();
  const limits = { maxSteps: 5, maxTokens: null, maxDurationMs: null };
  const spawn = (childTraceId: string, prompt: string) => ({
    type: "child.spawned" as const,
    data: {
      ...{ childTraceId, toolCallId: "t", agent: "explore", prompt, goalId: null },
      ...{ background: false, limits, group: null },
    },
  });
  const [root, child, grandchild] = ["root", "child", "grandchild"].map((traceId) => buildLog({ traceId }));
  const entries = [
    root?.event({
      type: "trace.started",
      data: { agent: testAgent, models: [], task: "Clean up\nall", origin: null, projectFolder: null },
    }),
    root?.event(spawn("child", "Look here")),
    child?.event(spawn("grandchild", "Look closer\nand write")),
    grandchild?.assistant({ calls: [{ id: "c", name: "ask_user", arguments: '{"question":"Which?"}' }] }),
    grandchild?.add({
      ...{ kind: "message", role: "tool", toolCallId: "c", toolName: "ask_user", outcome: "denied" },
      ...{ refusal: "no_approver", title: "nobody to ask", description: "", output: "Nobody can answer." },
      ...{ goalId: "root", tokens: 1, durationMs: 0 },
    }),
  ];
  expect(entries.flatMap((entry) => (entry === undefined ? [] : requestsOf(entry)))).toEqual([
    {
      ...{ traceId: "grandchild", agent: "explore", task: "Look closer", id: null, expiresAt: null },
      ancestors: [
        { traceId: "root", agent: "general", task: "Clean up" },
        { traceId: "child", agent: "explore", task: "Look here" },
      ],
      ...{ kind: "question", state: "no_approver", approval: null, effect: null },
      question: { text: "Which?", choices: [] },
    },
  ]);
});
