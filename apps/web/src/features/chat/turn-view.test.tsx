import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { RunStrip } from "./run-strip.tsx";
import { entryOf, turnOf } from "./testing/made-turn.ts";
import { TurnView } from "./turn-view.tsx";
import type { Turn } from "./chat-turn.ts";

const usage = {
  inputTokens: 8000,
  outputTokens: 300,
  cachedTokens: 4000,
  reasoningTokens: 0,
  estimated: false,
};
const failure = {
  code: "MODEL_REFUSED_KEY",
  message: "The key ending in 4f9c was rejected.",
  fix: "Enter a new key.",
};
const DONE = [
  entryOf(1, { kind: "message", role: "user", author: "person", parts: [{ type: "text", text: "Do it" }] }),
  entryOf(2, { kind: "event", type: "trace.started", data: { models: ["scripted/demo"], task: "Do it" } }),
  entryOf(3, {
    kind: "message",
    role: "assistant",
    callId: "c",
    text: "I **look**.",
    reasoning: "Hm.",
    model: "m",
    durationMs: 3000,
    toolCalls: [{ id: "a", name: "edit_file", arguments: '{"path":"src/a.ts"}' }],
  }),
  entryOf(4, { kind: "event", type: "call.finished", data: { usage, cost: 0.14 } }),
  entryOf(5, {
    kind: "message",
    role: "tool",
    toolCallId: "a",
    outcome: "ok",
    title: "Edited",
    output: "ok",
    durationMs: 100,
    metadata: { added: 3, removed: 5, diff: "" },
  }),
  entryOf(6, { kind: "event", type: "limit.reached", data: { limit: "steps", used: 50, allowed: 50 } }),
  entryOf(7, { kind: "event", type: "loop.detected", data: { action: "noted", count: 3 } }),
  entryOf(8, { kind: "event", type: "trace.finished", data: { status: "failed", failure, summary: null } }),
];

const view = (turn: Turn, scripted: boolean): ReactElement => (
  <TurnView
    workspace="w"
    turn={turn}
    items={turn.items}
    fromStart
    attempts={[]}
    scripted={scripted}
    onRetry={() => undefined}
    last
  />
);

describe("TurnView", () => {
  it("shows the message, folded thinking, the calls with their outcome, and what it cost", () => {
    const html = renderMarkup(view(turnOf(DONE), false));
    for (const text of [
      "Do it",
      "Thought",
      // As it was written: the server draws no Markdown.
      "**look**",
      "edit_file",
      "src/a.ts",
      "+3",
      "−5",
      "8k in, 50% cached, 300 out",
      "$0.140",
      "/w/w/traces/t1?seq=3",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("Hm.");
  });

  it("shows a failure where the work is, with its fix, the settings that mend it and another try", () => {
    const html = renderMarkup(view(turnOf(DONE), false));
    for (const text of [
      failure.message,
      failure.fix,
      "/w/w/settings/models",
      "Try again",
      "Step limit reached, 50 of 50.",
      "repeated itself 3 times",
    ])
      expect(html).toContain(text);
  });

  it("labels the scripted demo, in both languages", () => {
    expect(renderMarkup(view(turnOf(DONE), true))).toContain("Scripted demo, not an AI model");
    expect(renderMarkup(view(turnOf(DONE), true), "zh")).toContain("脚本演示，并非 AI 模型");
  });

  it("says what a working run is doing, since when and at which step", () => {
    const turn = turnOf([
      ...DONE.slice(0, 2),
      entryOf(3, {
        kind: "event",
        type: "call.started",
        data: { callId: "c", step: 4, purpose: "step", report: { totalTokens: 1, window: 10 } },
      }),
    ]);
    const trace = { status: "running", startedAt: 1000, createdAt: 1000 } as Parameters<
      typeof RunStrip
    >[0]["trace"];
    expect(renderMarkup(<RunStrip trace={trace} turn={turn} />)).toMatch(
      /<b[^>]*>Running<\/b> since .*, step 4, thinking/,
    );
  });

  it("says which folder a run waits for and what helps, in both languages", () => {
    const trace = {
      ...{ status: "waiting", waitingFor: "folder", projectFolder: "/srv/shop" },
      ...{ startedAt: null, createdAt: 1000 },
    } as Parameters<typeof RunStrip>[0]["trace"];
    const strip = <RunStrip trace={trace} turn={null} />;
    expect(renderMarkup(strip)).toMatch(
      /No worker has the folder <code[^>]*>\/srv\/shop<\/code>.*Start a worker/s,
    );
    expect(renderMarkup(strip, "zh")).toMatch(/\/srv\/shop.*启动工作进程/s);
    expect(renderMarkup(<RunStrip trace={{ ...trace, waitingFor: "question" }} turn={null} />)).not.toContain(
      "worker",
    );
  });
});
