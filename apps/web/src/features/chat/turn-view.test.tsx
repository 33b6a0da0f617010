import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { RunStrip } from "./run-strip.tsx";
import { buildEntry, buildTurn, buildTurnStart } from "./testing/build-turn.ts";
import { TurnView } from "./turn-view.tsx";
import type { LiveCall, Turn } from "./chat-turn.ts";

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
  ...buildTurnStart("scripted/demo"),
  buildEntry(3, {
    kind: "message",
    role: "assistant",
    callId: "c",
    text: "I **look**.",
    reasoning: "Hm.",
    model: "m",
    durationMs: 3000,
    toolCalls: [{ id: "a", name: "edit_file", arguments: '{"path":"src/a.ts"}' }],
  }),
  buildEntry(4, { kind: "event", type: "call.finished", data: { usage, cost: 0.14 } }),
  buildEntry(5, {
    kind: "message",
    role: "tool",
    toolCallId: "a",
    outcome: "ok",
    title: "Edited",
    output: "ok",
    durationMs: 100,
    metadata: { added: 3, removed: 5, diff: "" },
  }),
  buildEntry(6, { kind: "event", type: "limit.reached", data: { limit: "steps", used: 50, allowed: 50 } }),
  buildEntry(7, { kind: "event", type: "loop.detected", data: { action: "noted", count: 3 } }),
  buildEntry(8, {
    kind: "event",
    type: "trace.finished",
    data: { status: "failed", failure, summary: null },
  }),
];

const view = (turn: Turn, scripted: boolean): ReactElement => (
  <TurnView
    workspace="w"
    conversationId="c"
    turn={turn}
    items={turn.items}
    fromStart
    attempts={[]}
    isLimited={false}
    scripted={scripted}
    onRetry={() => undefined}
    onErase={() => undefined}
    last
  />
);

describe("TurnView", () => {
  it("shows the message, collapsed reasoning, the calls with their outcomes, and the cost", () => {
    const html = renderMarkup(view(buildTurn(DONE), false));
    for (const text of [
      "Do it",
      "Thought",
      // Unrendered: the server does not render Markdown.
      "**look**",
      "edit_file",
      "src/a.ts",
      "+3",
      "−5",
      "8k in, 50% cached, 300 out",
      "$0.140",
      "/w/w/traces/t1?sel=t1:3",
    ])
      expect(html).toContain(text);
    expect(html).not.toContain("Hm.");
  });

  it("shows a failure in place with its fix, a link to the settings and a retry button", () => {
    const html = renderMarkup(view(buildTurn(DONE), false));
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

  it("shows why a call failed without opening its row", () => {
    const failed = DONE.map((entry) =>
      entry.kind === "message" && entry.role === "tool"
        ? {
            ...entry,
            outcome: "error" as const,
            output: 'Cannot edit "a": It is outside the project folder.',
          }
        : entry,
    );
    const html = renderMarkup(view(buildTurn(failed), false));
    const [before = ""] = html.split("it is outside the project folder</p>");
    expect(before).not.toBe(html);
    // Nothing inside closed details is shown.
    expect(before.split("<details").length).toBe(before.split("</details>").length);
  });

  it("shows a call as a person edited it, and what the model asked for, in both languages", () => {
    const decided = buildEntry(4, {
      kind: "event",
      type: "approval.decided",
      data: {
        ...{ approvalId: "p", toolCallId: "a", decision: "approved", personId: "mira", reason: null },
        ...{ editedArguments: '{"path":"src/b.ts"}', ruleId: null },
      },
    });
    const html = renderMarkup(view(buildTurn([...DONE.slice(0, 3), decided, ...DONE.slice(3)]), false));
    expect(html).toContain("src/b.ts");
    expect(html).toContain('title="The model asked for: src/a.ts">Edited<');
    expect(renderMarkup(view(buildTurn(DONE), false))).not.toContain("The model asked for");
    expect(renderMarkup(view(buildTurn([...DONE.slice(0, 3), decided]), false), "zh")).toContain("已修改");
  });

  it("shows the images of a result outside its closed row", () => {
    const parts = [{ type: "image" as const, mediaType: "image/png", blob: "b1" }];
    const withImage = DONE.map((entry) =>
      entry.kind === "message" && entry.role === "tool" ? { ...entry, parts } : entry,
    );
    const turn = buildTurn(withImage);
    const rows = turn.items.flatMap((item) => (item.kind === "tools" ? item.rows : []));
    expect(rows.map(({ images }) => images)).toEqual([[{ mediaType: "image/png", blob: "b1" }]]);
    const [closed = ""] = renderMarkup(view(turn, false)).split('<div class="h-26">');
    expect(closed.endsWith("</details></div>")).toBe(true);
    expect(renderMarkup(view(buildTurn(DONE), false))).not.toContain("h-26");
  });

  it("labels the scripted demo in both languages", () => {
    expect(renderMarkup(view(buildTurn(DONE), true))).toContain("Scripted demo, not an AI model");
    expect(renderMarkup(view(buildTurn(DONE), true), "zh")).toContain("脚本演示，并非 AI 模型");
  });

  it("offers to erase the message and the answer, and shows what is erased in both languages", () => {
    const [first, ...rest] = DONE;
    const erasedQuestion = { ...first, parts: [{ type: "text", text: "[erased]" }] } as (typeof DONE)[number];
    const answer = buildEntry(9, {
      ...{ kind: "message", role: "assistant", callId: "d", text: "[erased]", reasoning: "", model: "m" },
      ...{ toolCalls: [], durationMs: 1 },
    });
    const whole = renderMarkup(view(buildTurn(DONE), false));
    for (const label of ["Erase this message…", "Erase this answer…"]) expect(whole).toContain(label);
    const erased = view(buildTurn([erasedQuestion, ...rest, answer]), false);
    const html = renderMarkup(erased);
    expect(html.split("This message was erased.")).toHaveLength(3);
    for (const label of ["[erased]<", "Erase this", "Copy answer"]) expect(html).not.toContain(label);
    expect(renderMarkup(erased, "zh")).toContain("此消息已被抹除。");
  });

  it("shows the activity, start time and step of a running run", () => {
    const turn = buildTurn([
      ...DONE.slice(0, 2),
      buildEntry(3, {
        kind: "event",
        type: "call.started",
        data: { callId: "c", step: 4, purpose: "step", report: { totalTokens: 1, window: 10 } },
      }),
    ]);
    const trace = {
      ...{ status: "running", phase: "executing", startedAt: 1000, createdAt: 1000 },
      totals: { modelCalls: 3, toolCalls: 1 },
    } as Parameters<typeof RunStrip>[0]["trace"];
    expect(renderMarkup(<RunStrip trace={trace} turn={turn} />)).toMatch(
      /<b[^>]*>Running<\/b> since .*, step 4, working: thinking/,
    );
    const waiting = (wait: LiveCall["wait"]): string =>
      renderMarkup(<RunStrip trace={trace} turn={{ ...turn, live: turn.live && { ...turn.live, wait } }} />);
    expect(waiting({ kind: "endpoint", ahead: 3 })).toContain("waiting for the model endpoint (3 ahead)");
    expect(waiting({ kind: "quota", of: "person", limit: 20 })).toContain(
      "waiting, because its person has sent all 20 model calls of this minute",
    );
    const says = (changes: Partial<typeof trace>, of: typeof turn | null): string =>
      renderMarkup(<RunStrip trace={{ ...trace, ...changes }} turn={of} />);
    // The call with the final answer, one without a step, and the time between two steps.
    expect(says({ phase: "responding" }, turn)).toMatch(/step 4, answering</);
    expect(says({ phase: "responding" }, null)).toMatch(/<\/b> since [^,]*, answering</);
    expect(says({ phase: "idle" }, null)).toMatch(/, working</);
    expect(says({ phase: "idle", totals: { ...trace.totals, modelCalls: 0, toolCalls: 0 } }, null)).toMatch(
      /, starting</,
    );
  });

  it("shows how long and since when a run waits, not since when it runs", () => {
    const at = Date.UTC(2026, 10, 20, 9, 5);
    const turn = buildTurn([
      ...DONE.slice(0, 2),
      buildEntry(3, {
        at,
        kind: "event",
        type: "trace.status_changed",
        data: { status: "waiting", waitingFor: "approval" },
      }),
    ]);
    const trace = {
      ...{ status: "waiting", waitingFor: "approval", phase: "idle", startedAt: 1000, createdAt: 1000 },
      totals: { modelCalls: 3, toolCalls: 1 },
    } as Parameters<typeof RunStrip>[0]["trace"];
    const strip = renderMarkup(<RunStrip trace={trace} turn={turn} />);
    expect(strip).toMatch(/<b[^>]*>Waiting<\/b> since .*09:05(:00)? · <span[^>]*>\d+\w/);
  });

  it("shows the missing folder and the fix in both languages", () => {
    const trace = {
      ...{ status: "waiting", waitingFor: "folder", projectFolder: "/srv/shop" },
      ...{ startedAt: null, createdAt: 1000, phase: "idle", totals: { modelCalls: 0, toolCalls: 0 } },
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
