import { buildLog } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createHumanPrinter } from "./print-update.ts";

const LIMITS = { maxSteps: 5, maxTokens: null, maxDurationMs: null };

function spawned(childTraceId: string, agent: string, prompt: string) {
  return {
    type: "child.spawned" as const,
    data: {
      ...{ childTraceId, toolCallId: "k", agent, prompt, goalId: null, background: false },
      ...{ limits: LIMITS, group: null },
    },
  };
}

function finished(childTraceId: string, lastMessage: string, unverified: string[] = []) {
  return {
    type: "child.finished" as const,
    data: {
      ...{ childTraceId, toolCallId: "k", status: "completed" as const, lastMessage, summary: null },
      ...{ failure: null, steps: 2, inputTokens: 1, outputTokens: 1, cost: 0.0123, durationMs: 9 },
      ...{ toolsUsed: [], unverified },
    },
  };
}

it("prints sub-agents indented below their run, each line with its agent and number", () => {
  const printed: string[] = [];
  const show = createHumanPrinter((line) => void printed.push(line));
  const root = buildLog({ traceId: "root" });
  const first = buildLog({ traceId: "a" });
  const second = buildLog({ traceId: "b" });
  const inner = buildLog({ traceId: "c" });
  for (const entry of [
    root.event(spawned("a", "explore", "Look here.\nThen report.")),
    root.event(spawned("b", "explore", "Look there.")),
    first.add({
      ...{
        kind: "message",
        role: "user",
        author: "agent",
        description: "Look here.",
        tokens: 3,
        goalId: "root",
      },
      parts: [{ type: "text", text: "Look here." }],
    }),
    first.assistant({ text: "One.\nTwo." }),
    first.event({ type: "trace.finished", data: { status: "completed", failure: null, summary: null } }),
    second.event(spawned("c", "general", "Go on.")),
    inner.assistant({ text: "Deep." }),
    second.event({
      type: "agent.message",
      data: { messageId: "m", fromTraceId: "c", toTraceId: "b", text: "Which one?\nSay so." },
    }),
    second.add({
      ...{ kind: "message", role: "user", author: "agent", signalId: "m", goalId: "root", tokens: 3 },
      ...{ description: "[Message from …]", parts: [{ type: "text", text: "[Message from …]" }] },
    }),
    second.event(finished("c", "Deep.")),
    root.event({
      type: "child.merged",
      data: {
        ...{
          childTraceId: "a",
          toolCallId: "k",
          agent: "explore",
          unfinished: false,
          merged: 2,
          diffBlob: null,
        },
        ...{ files: [{ path: "both.txt", outcome: "conflict", versionBlob: null }], unclear: [] },
      },
    }),
    root.event(finished("a", "Found it.", ["It says that it ran the tests."])),
  ])
    show({ kind: "entry", entry });
  expect(printed).toEqual([
    "  ⇢ explore 1 (a): Look here.",
    "  ⇢ explore 2 (b): Look there.",
    "    explore 1 │ One.\n    explore 1 │ Two.",
    "    explore 2 │   ⇢ general 1 (c): Go on.",
    "    explore 2 │     general 1 │ Deep.",
    "    explore 2 │   ✉ from general 1: Which one?",
    "    explore 2 │   ⇠ general 1 completed (2 steps, $0.0123): Deep.",
    "  ⇠ explore 1 worktree: 2 merged; not merged: both.txt",
    "  ⇠ explore 1 completed (2 steps, $0.0123): Found it.\n    ! not verified: It says that it ran the tests.",
  ]);
});
