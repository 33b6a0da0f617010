import { describe, expect, it } from "vitest";
import { type BuiltSummary, summarize, type SummarizeInput } from "./summarize.ts";
import { type CompactionWorld, createCompactionWorld } from "../testing/compaction-world.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import { goalCreated } from "../testing/goal-operations.ts";
import { windowBudget } from "./window-budget.ts";

/** Usable 10,000 tokens: summarized above 8,500 to at most 4,250, of which 1,000 to 1,500 stay unchanged. */
const BUDGET = windowBudget(13_334);
function built(world: CompactionWorld, fields: Partial<SummarizeInput> = {}): BuiltSummary {
  const summary = summarize({
    ...{ view: world.view, budget: BUDGET, fixedTokens: 100, model: null, previousSummary: "" },
    ...{ state: { goals: createGoalTree("The task"), todos: [] }, sha256: () => "ab".repeat(32) },
    ...fields,
  });
  if (summary === null) throw new Error("not summarized");
  return summary;
}
/** A person's message, then answers that take the given tokens each. */
function answers(...tokens: readonly number[]): CompactionWorld {
  const world = createCompactionWorld();
  world.user("Do it all.");
  for (const length of tokens) world.answer("a".repeat(length - 4));
  return world;
}
const thousands = (count: number): readonly number[] => Array.from({ length: count }, () => 1_000);

describe("the contents of a summary", () => {
  it("shows no file as read that was deleted since", () => {
    const world = createCompactionWorld();
    world.user("Tidy up.");
    for (const name of ["old", "kept"]) {
      world.call({ id: name, name: "read_file", arguments: `{"path":"${name}.md"}` });
      world.read(name, `${name}.md`, `content of ${name}`);
    }
    world.call({ id: "gone", name: "tidy", arguments: "{}" });
    world.event({
      type: "file.changed",
      data: {
        ...{ toolCallId: "gone", path: "old.md", beforeBlob: "b", afterBlob: "e", added: 0, removed: 1 },
        deleted: true,
      },
    });
    world.output("gone", "tidy", "ok");
    for (const length of thousands(8)) world.answer("a".repeat(length - 4));
    const { attachments } = built(world);
    expect(attachments).toContain('- old.md (deleted, read_result id="gone")');
    expect(attachments).toContain("content of kept");
    expect(attachments).not.toContain("content of old");
  });

  it("puts long results that the model has not seen on top of the target, beside the newest message whole and every open goal", () => {
    const world = answers(...thousands(6));
    const wish = `Never ${"w".repeat(600)} end.`;
    world.user(wish);
    world.call({ id: "c1", name: "look" });
    world.output("c1", "look", "r".repeat(3_400));
    let goals = createGoalTree("task");
    for (let id = 0; id < 8; id += 1)
      goals = applyGoalOperation(
        goals,
        goalCreated(`g${id}`, "root", { title: `Goal ${id} ${"t".repeat(30)}` }),
      );
    const { summary, attachments, toSequence, afterTokens, listsOpenGoals } = built(world, {
      state: { goals, todos: [] },
    });
    expect(toSequence).toBe(8);
    expect(summary).toContain(wish);
    expect(listsOpenGoals).toBe(true);
    expect(attachments).toContain("Goal 7");
    expect(afterTokens).toBeGreaterThan(BUDGET.compacted);
    expect(afterTokens).toBeLessThanOrEqual(BUDGET.compacted + 3_404 - BUDGET.keptHigh);
  });
});
