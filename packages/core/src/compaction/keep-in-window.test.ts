import { describe, expect, it } from "vitest";
import { planEmergencyClear, requestTokens } from "./clear.ts";
import { keepInWindow, type SummaryAnswer } from "./keep-in-window.ts";
import {
  type CompactionInput,
  type CompactionWorld,
  createCompactionWorld,
} from "../testing/compaction-world.ts";

const ANSWER: SummaryAnswer = {
  ok: true,
  text: "## 8. Current work\nHalf is done.",
  callId: "call",
  cost: 0.5,
};
const LETTERS = "abcdefghijklmnopqrst";
/** The calls of a compaction that asks a model: it takes no background summary and stops none. */
const ASKED = [{ waitMs: 6_000 }, "stop", { focus: null, maxTokens: 4_250 }];

/** A long conversation: the task, then answers of 996 characters, which take 1,000 tokens each. */
function conversation(
  answers: number,
  options?: Parameters<typeof createCompactionWorld>[0],
): CompactionWorld {
  const world = createCompactionWorld(options);
  world.user("Do it all.");
  for (let index = 0; index < answers; index += 1) world.answer(LETTERS.charAt(index).repeat(996));
  return world;
}
/** Results of 1,000 characters, each with its call; `tail` ends the conversation. */
function withResults(results: number, tail = 0): CompactionWorld {
  const world = createCompactionWorld({ answer: ANSWER });
  world.user("Do it all.");
  for (let index = 0; index < results; index += 1) {
    world.call({ id: `c${index}` });
    world.output(`c${index}`, "read_file", "r".repeat(1_000));
  }
  world.answer("t".repeat(tail));
  return world;
}
const keep = async (world: CompactionWorld, fields?: CompactionInput): Promise<boolean> =>
  await keepInWindow(world.input(fields), world.effects);
const types = (world: CompactionWorld): readonly string[] => world.staged.map((event) => event.type);
const finished = (world: CompactionWorld) => {
  const event = world.staged.at(-1);
  if (event?.type !== "compaction.finished") throw new Error("nothing was summarized");
  return event.data;
};

describe("keepInWindow", () => {
  it("does nothing below its thresholds", async () => {
    const world = conversation(8, { answer: ANSWER });
    expect(await keep(world)).toBe(false);
    expect([world.staged, world.calls]).toEqual([[], []]);
  });

  it("summarizes by model above the limit and records what it folded and kept", async () => {
    const world = conversation(9, { answer: ANSWER });
    const beforeTokens = requestTokens(world.view, 100);
    expect(await keep(world)).toBe(true);
    expect(world.calls).toEqual(ASKED);
    expect(types(world)).toEqual(["compaction.started", "compaction.finished"]);
    expect(world.staged[0]?.data).toEqual({
      ...{ compactionId: "compaction", reason: "threshold", focus: null, beforeTokens, window: 13_334 },
    });
    const afterTokens = requestTokens(world.view, 100);
    const { ledger, headTokens, ...data } = finished(world);
    expect(data).toEqual({
      ...{
        compactionId: "compaction",
        listsOpenGoals: true,
        reason: "threshold",
        layer: "summarise",
        source: "model",
        focus: null,
      },
      ...{ beforeTokens, afterTokens, ratio: afterTokens / beforeTokens },
      ...{ messagesFolded: 9, fromSequence: 1, toSequence: 9 },
      ...{ markerBlob: "blob 1", attachmentsBlob: "blob 2", summaryBlob: "blob 3", archiveBlob: null },
      ...{ cost: 0.5, callId: "call" },
    });
    expect(ledger).toEqual([]);
    const [marker = "", attachments = "", summary = ""] = world.blobs.values();
    expect(headTokens).toEqual({
      ...{ marker: marker.length + 4, attachments: attachments.length, summary: summary.length },
    });
    expect(summary).toContain("## 8. Current work\nHalf is done.\n## 9. Next step");
    expect(summary).toContain("## 6. All user messages\n#1: Do it all.\n## 7.");
  });

  it("summarizes by code when no model can be asked", async () => {
    const world = conversation(9);
    expect(await keep(world)).toBe(true);
    expect(world.calls).toEqual(ASKED);
    expect(types(world)).toEqual(["compaction.started", "compaction.finished"]);
    expect(finished(world)).toMatchObject({ source: "extractive", cost: 0, callId: null });
  });

  it.each<[string, SummaryAnswer, object]>([
    [
      "fails",
      { ok: false, problem: "failed", message: "HTTP 500", callId: null },
      { problem: "failed", message: "HTTP 500", callId: null },
    ],
    [
      "does not end",
      { ok: false, problem: "endless", message: "too long", callId: "call" },
      { problem: "endless", message: "too long", callId: "call" },
    ],
    [
      "is empty",
      { ...ANSWER, text: " " },
      { problem: "empty", message: "The summary was empty.", callId: "call" },
    ],
    [
      "is not smaller",
      { ...ANSWER, text: "s".repeat(9_014) },
      {
        ...{ problem: "not_smaller", callId: "call" },
        message: "The summary has 9014 tokens; the text it replaces has 9014.",
      },
    ],
  ])("counts a summary that %s, and summarizes by code", async (_, answer, problem) => {
    const world = conversation(9, { answer });
    expect(await keep(world)).toBe(true);
    expect(types(world)).toEqual(["compaction.started", "compaction.failed", "compaction.finished"]);
    expect(world.staged[1]?.data).toEqual({
      ...{ ...problem, compactionId: "compaction", failuresInRow: 1, logTokens: 9_014 },
    });
    expect(finished(world)).toMatchObject({ source: "extractive", cost: 0, callId: null });
  });

  it("compares a summary with the messages and the summary before it", async () => {
    const world = conversation(9, { answer: { ...ANSWER, text: "s".repeat(6_000) } });
    await keep(world, { reason: "asked" });
    for (let index = 0; index < 5; index += 1) world.answer(LETTERS.charAt(index).repeat(996));
    const { tokens, head } = world.view;
    expect([tokens * 0.8 < 6_000, (tokens + (head?.tokens ?? 0)) * 0.8 > 6_000]).toEqual([true, true]);
    await keep(world, { reason: "asked" });
    expect(finished(world).source).toBe("model");
  });

  it("does not ask a model after three failures until the log has grown by a quarter", async () => {
    const failed = { problem: "failed", message: "HTTP 500", compactionId: "c", callId: null } as const;
    for (const [logTokens, asks] of [
      [7_211, true],
      [7_212, false],
    ] as const) {
      const world = conversation(9, { answer: ANSWER });
      for (const failuresInRow of [1, 2, 3])
        world.event({ type: "compaction.failed", data: { ...failed, failuresInRow, logTokens } });
      await keep(world);
      expect(world.calls).toEqual(asks ? ASKED : ASKED.slice(0, 2));
    }
  });

  it("does not ask a model when the background summary just failed", async () => {
    const world = conversation(9, { answer: ANSWER, background: "failed" });
    await keep(world);
    expect(world.calls).toEqual(ASKED.slice(0, 2));
    expect(finished(world).source).toBe("extractive");
  });

  it("summarizes on request below the limit, with the requested focus, and clears nothing", async () => {
    const world = withResults(8);
    const overrides = { clearFrees: 1_000, clearLastsSteps: 2 };
    expect(await keep(world, { reason: "asked", focus: "the tests", overrides })).toBe(true);
    expect(world.calls).toEqual(["stop", { focus: "the tests", maxTokens: 4_250 }]);
    expect(types(world)).toEqual(["compaction.started", "compaction.finished"]);
    expect(world.staged[0]?.data).toMatchObject({ reason: "asked", focus: "the tests" });
    expect(finished(world)).toMatchObject({ reason: "asked", focus: "the tests" });
  });

  it("leaves a conversation unchanged if nothing can shorten it", async () => {
    const world = createCompactionWorld({ answer: ANSWER });
    world.user("u".repeat(9_000));
    expect(await keep(world)).toBe(false);
    expect([world.staged, world.calls]).toEqual([[], []]);
  });

  it("takes a provider's larger token counts into account", async () => {
    const scaled = async (scale: number): Promise<boolean> => {
      const world = conversation(8, { answer: ANSWER });
      world.view.scale = scale;
      return await keep(world);
    };
    // Limits shrink with the window; 8,114 tokens are needed.
    expect(await scaled(1.04)).toBe(false);
    expect(await scaled(1.05)).toBe(true);
  });

  it("uses thresholds that are set instead of the shares of the window", async () => {
    const world = conversation(8, { answer: ANSWER });
    expect(await keep(world, { overrides: { summariseAbove: 8_113 } })).toBe(true);
    expect(world.calls).toEqual([...ASKED.slice(0, 2), { focus: null, maxTokens: 4_056 }]);
  });
});

describe("clearing", () => {
  it("clears old results when that is enough", async () => {
    const world = withResults(8);
    const beforeTokens = requestTokens(world.view, 100);
    expect(await keep(world, { overrides: { clearFrees: 1_000, clearLastsSteps: 2 } })).toBe(true);
    expect(world.calls).toEqual([]);
    expect(world.staged).toEqual([
      {
        type: "context.cleared",
        data: {
          ...{ sequences: [3, 5, 7], reason: "threshold", beforeTokens },
          afterTokens: requestTokens(world.view, 100),
        },
      },
    ]);
  });

  it("clears soon after a summary when the window is full, all stale results or recent ones too", async () => {
    const full = async (
      results: number,
      tail: number,
      summarizedAtStep: number | null,
    ): Promise<CompactionWorld> => {
      const world = withResults(results, tail);
      world.view.summarizedAtStep = summarizedAtStep;
      world.view.steps = 1;
      await keep(world);
      return world;
    };
    const cleared = (world: CompactionWorld): unknown =>
      world.staged.flatMap((event) => (event.type === "context.cleared" ? [event.data.sequences] : []));
    expect(cleared(await full(5, 4_348, 1))).toEqual([[3, 5, 7]]);
    expect(cleared(await full(7, 2_300, 1))).toEqual([[3, 5]]);
    expect(cleared(await full(5, 4_347, 1))).toEqual([]);
    expect(cleared(await full(5, 4_400, null))).toEqual([]);
    expect(cleared(await full(2, 7_700, 1))).toEqual([]);
  });

  it("clears stale results alone if they free the minimum, and recent ones too only if that does", async () => {
    const cleared = async (world: CompactionWorld, clearFrees: number): Promise<unknown> => {
      world.view.summarizedAtStep = 1;
      world.view.steps = 1;
      await keep(world, { overrides: { clearFrees } });
      return world.staged.map((event) => "sequences" in event.data && event.data.sequences)[0];
    };
    const crowded = (): CompactionWorld => withResults(7, 2_300);
    const { staleTokens } = crowded().view;
    const { frees = 0 } = planEmergencyClear(crowded().view) ?? {};
    expect(await cleared(crowded(), staleTokens)).toEqual([3, 5]);
    expect(await cleared(crowded(), staleTokens + 1)).toEqual([3, 5, 7, 9, 11]);
    expect(await cleared(crowded(), frees)).toEqual([3, 5, 7, 9, 11]);
    expect(await cleared(crowded(), frees + 1)).not.toEqual([3, 5, 7, 9, 11]);
  });

  it("clears after a refusal, however full the window seemed", async () => {
    const world = withResults(6);
    expect(await keep(world, { reason: "too_long" })).toBe(true);
    expect(world.staged[0]).toMatchObject({ type: "context.cleared", data: { reason: "too_long" } });
    const few = withResults(2);
    await keep(few, { reason: "too_long" });
    expect(types(few)).not.toContain("context.cleared");
  });
});

describe("a refused request", () => {
  it("is summarized by code at once to well below its size", async () => {
    const world = conversation(6, { answer: ANSWER });
    const before = requestTokens(world.view, 100);
    expect(await keep(world, { reason: "too_long" })).toBe(true);
    expect(world.calls).toEqual([{ waitMs: null }, "stop"]);
    expect(finished(world)).toMatchObject({ reason: "too_long", source: "extractive" });
    expect(requestTokens(world.view, 100)).toBeLessThan(before / 2);
  });

  it("shows that the window is smaller than the request, but never larger than known", async () => {
    const kept = async (answers: number, reason: "asked" | "too_long"): Promise<number> => {
      const world = createCompactionWorld({ answer: ANSWER });
      world.user("Do it all.");
      for (let index = 0; index < answers; index += 1) world.answer("a".repeat(296));
      await keep(world, { reason });
      return world.view.items.length;
    };
    expect(await kept(20, "asked")).toBe(4);
    expect(await kept(20, "too_long")).toBe(2);
    expect(await kept(70, "too_long")).toBe(4);
  });
});

describe("summaries that follow one another too fast", () => {
  const rounds = async (count: number, fields?: CompactionInput): Promise<CompactionWorld> => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    for (let round = 0; round < count; round += 1) {
      for (const letter of LETTERS.slice(0, 3)) world.answer(letter.repeat(3_996));
      await keep(world, fields);
    }
    return world;
  };

  it("name the largest part of the request from the third within ten steps on", async () => {
    expect(finished(await rounds(2))).not.toHaveProperty("crowdedBy");
    expect(finished(await rounds(3)).crowdedBy).toEqual({ kind: "assistant", tokens: 4_000 });
    const fixedParts = [
      { kind: "instructions", tokens: 4_200 },
      { kind: "tools", tokens: 300 },
    ] as const;
    expect(finished(await rounds(3, { fixedParts })).crowdedBy).toEqual(fixedParts[0]);
  });

  it("name nothing when a person asked for them", async () => {
    expect(finished(await rounds(3, { reason: "asked" }))).not.toHaveProperty("crowdedBy");
  });
});

describe("a summary that needs more room", () => {
  it("stores the user messages that it does not show, and names their archive", async () => {
    const world = createCompactionWorld();
    for (let index = 0; index < 12; index += 1) world.user(`message ${index}`);
    for (const letter of LETTERS.slice(0, 9)) world.answer(letter.repeat(996));
    await keep(world);
    expect(finished(world).archiveBlob).toBe("blob 4");
    expect(world.blobs.get("blob 4")).toBe("## User message #2\n\nmessage 1");
    expect(world.blobs.get("blob 1")).toContain('read_result id="abababababababab"');
  });

  it("clears results that stay before it folds the messages before them", async () => {
    const world = createCompactionWorld();
    world.user("Do it all.");
    for (const letter of LETTERS.slice(0, 4)) world.answer(letter.repeat(996));
    const ids = ["a", "b", "c"];
    world.call(...ids.map((id) => ({ id })));
    for (const id of ids) world.output(id, "read_file", "r".repeat(3_000));
    const beforeTokens = requestTokens(world.view, 1_000);
    await keep(world, { fixedTokens: 1_000 });
    expect(types(world)).toEqual(["compaction.started", "context.cleared", "compaction.finished"]);
    const cleared = world.staged[1]?.data;
    expect(cleared).toMatchObject({ sequences: [7], reason: "threshold", beforeTokens });
    expect(finished(world).afterTokens).toBe(requestTokens(world.view, 1_000));
  });
});

describe("a background summary", () => {
  const TEXT = "## 8. Current work\nWritten ahead.";
  const prepare = (world: CompactionWorld, toSequence: number): void =>
    void world.event({
      type: "compaction.prepared",
      data: { callId: "ahead", toSequence, textBlob: "b", tokens: TEXT.length, cost: 0.25 },
    });

  it("is used without another request, and folds only what it covers", async () => {
    const world = conversation(9, { answer: ANSWER, background: "ready", preparedText: TEXT });
    prepare(world, 8);
    expect(await keep(world)).toBe(true);
    expect(world.calls).toEqual(ASKED.slice(0, 2));
    expect(types(world)).toEqual(["compaction.started", "compaction.finished"]);
    expect(finished(world)).toMatchObject({ source: "model", callId: "ahead", cost: 0.25, toSequence: 8 });
    expect([...world.blobs.values()][2]).toContain("Written ahead.");
  });

  it("is discarded when too much followed it", async () => {
    const world = conversation(9, { answer: ANSWER, background: "ready", preparedText: TEXT });
    prepare(world, 3);
    await keep(world);
    expect(types(world)).toEqual(["compaction.discarded", "compaction.started", "compaction.finished"]);
    expect(world.staged[0]?.data).toEqual({ callId: "ahead", why: "outgrown" });
    expect(finished(world)).toMatchObject({ source: "model", callId: "call", toSequence: 9 });
  });

  it("is discarded when its text is gone or folding what it covers does not help", async () => {
    const erased = conversation(9, { answer: ANSWER, background: "ready" });
    prepare(erased, 8);
    await keep(erased);
    expect(types(erased)[0]).toBe("compaction.discarded");
    const early = conversation(9, { answer: ANSWER, background: "ready", preparedText: TEXT });
    prepare(early, 0);
    await keep(early);
    expect(types(early)[0]).toBe("compaction.discarded");
  });

  it("gives way to a summary with a focus", async () => {
    const world = conversation(9, { answer: ANSWER, background: "ready", preparedText: TEXT });
    prepare(world, 8);
    await keep(world, { reason: "asked", focus: "the tests" });
    expect(world.staged[0]).toEqual({
      type: "compaction.discarded",
      data: { callId: "ahead", why: "superseded" },
    });
    expect(world.calls).toEqual(["stop", { focus: "the tests", maxTokens: 4_250 }]);
    expect(finished(world)).toMatchObject({ callId: "call" });
  });
});
