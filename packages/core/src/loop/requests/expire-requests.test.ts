import { expect, it } from "vitest";
import type { LogBuilder } from "../../testing/builders.ts";
import { createLoopRun } from "../../testing/loop-run.ts";
import { expireRequests } from "./expire-requests.ts";
import { openWait } from "./open-wait.ts";

const request = (log: LogBuilder, call: string, expiresAt: number | null): void => {
  log.event({
    type: "approval.requested",
    data: {
      ...{ approvalId: `about ${call}`, toolCallId: call, toolName: "write" },
      ...{ definitionDigest: "d", argumentsDigest: "a", reason: "It writes.", expiresAt },
    },
  });
};

/** A run with two approvals of which the second is decided, and a question; `expiresAt` counts from the moment of the test. */
async function askedRun(expiresIn: { readonly approval: number; readonly question: number }) {
  const { clock } = await createLoopRun();
  const now = clock.now();
  const run = await createLoopRun({
    log: (log) => {
      log.assistant({ calls: [{ id: "a" }, { id: "b" }, { id: "q" }] });
      request(log, "a", now + expiresIn.approval);
      request(log, "b", now + expiresIn.approval);
      const about = { approvalId: "about b", toolCallId: "b", personId: "mira", ruleId: null };
      log.event({
        type: "approval.decided",
        data: { ...about, decision: "denied", reason: null, editedArguments: null },
      });
      log.event({
        type: "question.asked",
        data: {
          ...{ questionId: "about q", toolCallId: "q", text: "Which?", choices: [] },
          expiresAt: now + expiresIn.question,
        },
      });
    },
  });
  return { ...run, now };
}

const HOUR_MS = 3_600_000;

it("expires open requests, but no decided ones", async () => {
  const run = await askedRun({ approval: -1, question: HOUR_MS });
  expireRequests(run.context, null);
  expect(await run.written()).toMatchObject([{ type: "approval.expired", data: { toolCallId: "a" } }]);
});

it("uses the clock of the store when it is ahead of the machine's clock", async () => {
  const run = await askedRun({ approval: HOUR_MS, question: 2 * HOUR_MS });
  expireRequests(run.context, null);
  expect(await run.written()).toEqual([]);
  expireRequests(run.context, run.context.ports.clock.now() + HOUR_MS);
  expect(await run.written()).toMatchObject([{ type: "approval.expired", data: { toolCallId: "a" } }]);
});

it("waits for open requests until the first of them expires", async () => {
  const { context, now } = await askedRun({ approval: 2 * HOUR_MS, question: HOUR_MS });
  expect(openWait(context.state)).toEqual({ kind: "wait", for: "approval", wakeAt: now + HOUR_MS });
  expireRequests(context, now + 2 * HOUR_MS);
  expect(openWait(context.state)).toBeNull();
});
