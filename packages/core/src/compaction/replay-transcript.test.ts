import { describe, expect, it } from "vitest";
import { createGoalTree, applyGoalOperation } from "../goals/goal-tree.ts";
import type { ToolSet } from "../ports/tool.ts";
import { closeGoal, goalCreated } from "../testing/goal-operations.ts";
import { planChanges } from "../testing/track-state.ts";
import { type ReplayOptions, type ReplayStep, replayTranscript } from "./replay-transcript.ts";
import type { TranscriptMessage } from "./transcript-entries.ts";

const user = (content: string): TranscriptMessage => ({ role: "user", content });
const answer = (content: string): TranscriptMessage => ({ role: "assistant", content });
const system = (content: string): TranscriptMessage => ({ role: "system", content });
/** Of this window 10,000 tokens are usable; a token is a character. */
const WINDOW = 13_334;
const LONG = Array.from({ length: 12 }, (_, index) => answer("abcdefghijklmnop".charAt(index).repeat(996)));

async function replay(
  messages: readonly TranscriptMessage[],
  options: Partial<ReplayOptions> = {},
): Promise<{
  readonly last: ReplayStep;
  readonly steps: readonly {
    readonly items: number;
    readonly compacted: boolean;
    readonly fixedTokens: number;
  }[];
}> {
  const steps: { items: number; compacted: boolean; fixedTokens: number }[] = [];
  const last = await replayTranscript(messages, {
    ...{ window: WINDOW, tokenizer: { count: (text: string) => text.length } },
    ...{ sha256: (text: string) => `hash of ${text}`, summarize: async () => "## 8. Current work\nNotes." },
    onStep: ({ view, compacted, fixedTokens }) =>
      steps.push({ items: view.items.length, compacted, fixedTokens }),
    ...options,
  });
  return { last, steps };
}
/** Messages that plan a goal, work on it, and close it. */
function planned(): readonly TranscriptMessage[] {
  const call = (id: string, name: string, input: object, output: string): readonly TranscriptMessage[] => [
    { role: "assistant", tool_calls: [{ id, function: { name, arguments: JSON.stringify(input) } }] },
    { role: "tool", tool_call_id: id, content: output },
  ];
  const created = goalCreated("g", "root", { title: "Find the order" });
  return [
    ...call("a", "goal", { operations: [created, { op: "focused", goalId: "g" }] }, "planned"),
    ...call("b", "look", {}, "It is ORD-7731."),
    ...call("c", "goal", { operations: [closeGoal("g", "found")] }, "closed"),
  ];
}
const events = (step: ReplayStep) => step.entries.filter((entry) => entry.kind === "event");
const types = (step: ReplayStep): readonly string[] => events(step).map((event) => event.type);

describe("replayTranscript", () => {
  it("reports the state before each answer and after the last message", async () => {
    const { last, steps } = await replay([user("go"), answer("one"), user("on"), answer("two")]);
    expect(steps).toEqual([
      { items: 1, compacted: false, fixedTokens: 0 },
      { items: 3, compacted: false, fixedTokens: 0 },
    ]);
    expect(last).toMatchObject({ compacted: false, tail: null, fixedTokens: 0 });
    expect(last.state).toEqual({ goals: createGoalTree(""), todos: [] });
    expect(last.entries.map((entry) => [entry.sequence, entry.kind])).toEqual(
      [1, 2, 3, 4].map((sequence) => [sequence, "message"]),
    );
    expect(last.view.items).toHaveLength(4);
    expect(last.blobs.size).toBe(0);
  });

  it("counts system messages as instructions, not as part of the conversation", async () => {
    const { last } = await replay([system("Be kind."), user("go"), system("Be brief.")]);
    expect(last.view.items).toHaveLength(1);
    expect(last.fixedTokens).toBe("Be kind.\n\nBe brief.".length);
  });

  it("renders plan and todos of the derived state into the tail of the request", async () => {
    const goals = applyGoalOperation(createGoalTree("task"), goalCreated("g", "root", { title: "First" }));
    const seen: number[] = [];
    const { last } = await replay([system("Be kind."), user("go")], {
      deriveState: (entries) => {
        seen.push(entries.length);
        return { goals, todos: [] };
      },
    });
    expect(last.tail).toContain("1 [to do] First");
    expect(last.fixedTokens).toBe("Be kind.".length + (last.tail?.length ?? 0));
    expect(seen).toEqual([1]);
  });

  it("summarizes at the limit and continues with the summary", async () => {
    const { last, steps } = await replay([user("go"), ...LONG]);
    expect(steps.map((step) => step.compacted)).toEqual(LONG.map((_, index) => index === 9));
    expect(types(last)).toEqual(["compaction.started", "compaction.finished"]);
    const { data } = events(last)[1] ?? {};
    expect(data).toMatchObject({ source: "model", reason: "threshold", focus: null, callId: null, cost: 0 });
    expect(last.view.head?.summaryBlob).toMatch(/^hash of <summary>/u);
    expect(last.blobs.get(last.view.head?.summaryBlob ?? "")).toContain("## 8. Current work\nNotes.");
  });

  it("builds the next summary on the one before it", async () => {
    let summaries = 0;
    const { last } = await replay([user("go"), ...LONG, ...LONG], {
      summarize: async () =>
        (summaries += 1) === 1 ? "## 5. Problem solving\nUTC." : Promise.reject(new Error("down")),
    });
    expect(summaries).toBeGreaterThan(1);
    expect(last.blobs.get(last.view.head?.summaryBlob ?? "")).toContain("Earlier: UTC.");
  });

  it("summarizes by code when a summary throws", async () => {
    const { last } = await replay([user("go"), ...LONG], {
      summarize: async () => await Promise.reject(new Error("down")),
    });
    expect(types(last)).toEqual(["compaction.started", "compaction.failed", "compaction.finished"]);
    expect(events(last)[1]?.data).toMatchObject({ problem: "failed", message: "Error: down", callId: null });
    expect(events(last)[2]?.data).toMatchObject({ source: "extractive" });
  });

  it("uses thresholds that are set", async () => {
    const { steps } = await replay([user("go"), ...LONG], { overrides: { summariseAbove: 3_000 } });
    expect(steps.findIndex((step) => step.compacted)).toBe(3);
  });

  it("never clears results of tools that keep state", async () => {
    const calls = Array.from({ length: 9 }, (_, index): readonly TranscriptMessage[] => [
      { role: "assistant", tool_calls: [{ id: `c${index}`, function: { name: "goal", arguments: "{}" } }] },
      { role: "tool", tool_call_id: `c${index}`, content: "r".repeat(500) },
    ]).flat();
    const stateful = { find: (name: string) => (name === "goal" ? { keepsState: true } : undefined) };
    const { last } = await replay(calls);
    expect(last.view.stale).not.toEqual([]);
    const kept = await replay(calls, { tools: stateful as Pick<ToolSet, "find"> });
    expect([...kept.last.view.stale, ...kept.last.view.recent]).toEqual([]);
  });

  it("logs the changes to the plan before their result, and gives later messages to the goal in focus", async () => {
    const { last } = await replay([user("go"), ...planned()], { planChanges });
    expect(
      last.entries.map((entry) => [entry.kind === "event" ? entry.type : entry.kind, entry.goalId]),
    ).toEqual([
      ...[
        ["message", "root"],
        ["message", "root"],
        ["goals.changed", "root"],
        ["message", "root"],
      ],
      ...[
        ["message", "g"],
        ["message", "g"],
        ["message", "g"],
        ["goals.changed", "g"],
        ["message", "g"],
      ],
    ]);
    const { closed } = last.view.goalNotes;
    expect([...closed.values()].map(({ goalId, facts }) => [goalId, facts])).toEqual([["g", ["ORD-7731"]]]);
    expect((await replay([user("go"), ...planned()])).last.view.goalNotes.closed.size).toBe(0);
  });

  it("notes in a summary by code what was found for a goal that closed", async () => {
    const failing = async (): Promise<string> => await Promise.reject(new Error("down"));
    const { last } = await replay([user("go"), ...planned(), ...LONG], { planChanges, summarize: failing });
    expect(last.blobs.get(last.view.head?.summaryBlob ?? "")).toMatch(/^- 1 .*ORD-7731/mu);
  });

  it("cuts long results earlier where instructions take much of the window", async () => {
    const call: TranscriptMessage = {
      role: "assistant",
      tool_calls: [{ id: "c", function: { name: "look", arguments: "{}" } }],
    };
    const result = { role: "tool", tool_call_id: "c", content: "r".repeat(9_000) };
    const length = async (instructions: string): Promise<number> =>
      (await replay([system(instructions), user("go"), call, result])).last.view.items.at(-1)?.tokens ?? 0;
    const roomy = await length("");
    expect(roomy).toBeGreaterThan(4_500);
    expect(await length("i".repeat(6_000))).toBeLessThan(roomy / 2);
  });
});

const replayId: unknown = expect.stringMatching(/^replay-\d+$/u);

describe("background summaries", () => {
  it("are requested before the limit and used at it", async () => {
    const { last, steps } = await replay([user("go"), ...LONG], { backgroundSummaries: true });
    expect(types(last)).toEqual(["compaction.prepared", "compaction.started", "compaction.finished"]);
    const [prepared, , finished] = events(last);
    expect(prepared?.data).toEqual({
      ...{ callId: replayId, toSequence: 9 },
      ...{ textBlob: "hash of ## 8. Current work\nNotes.", tokens: 25, cost: 0 },
    });
    expect(prepared?.goalId).toBe("root");
    expect(finished?.data).toMatchObject({
      source: "model",
      callId: (prepared?.data as { callId: string } | undefined)?.callId,
    });
    expect(steps.findIndex((step) => step.compacted)).toBe(9);
  });

  it("are reported when they fail, and not repeated before the limit", async () => {
    const { last } = await replay([user("go"), ...LONG.slice(0, 8)], {
      ...{ backgroundSummaries: true, overrides: { prepareAbove: 3_000 } },
      summarize: async () => await Promise.reject(new Error("down")),
    });
    expect(types(last)).toEqual(["compaction.failed"]);
    expect(events(last)[0]?.data).toEqual({
      ...{ problem: "failed", message: "Error: down", failuresInRow: 1, logTokens: 3_006 },
      callId: replayId,
      compactionId: replayId,
    });
  });
});
