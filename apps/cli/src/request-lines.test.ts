import type { Entry } from "@goaltrace/core/log";
import { buildLog } from "@goaltrace/core/testing";
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
