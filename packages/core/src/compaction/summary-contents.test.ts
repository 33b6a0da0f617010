import { describe, expect, it } from "vitest";
import { createCompactionWorld } from "../testing/compaction-world.ts";
import { SUMMARY_BUDGET, summarizeWorld, thousands, worldOfAnswers } from "../testing/summary-world.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import { goalCreated } from "../testing/goal-operations.ts";

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
    const { attachments } = summarizeWorld(world);
    expect(attachments).toContain('- old.md (deleted, read_result id="gone")');
    expect(attachments).toContain("content of kept");
    expect(attachments).not.toContain("content of old");
  });

  it("puts long results that the model has not seen on top of the target, beside the newest message whole and every open goal", () => {
    const world = worldOfAnswers(...thousands(6));
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
    const { summary, attachments, toSequence, afterTokens, listsOpenGoals } = summarizeWorld(world, {
      state: { goals, todos: [] },
    });
    expect(toSequence).toBe(8);
    expect(summary).toContain(wish);
    expect(listsOpenGoals).toBe(true);
    expect(attachments).toContain("Goal 7");
    expect(afterTokens).toBeGreaterThan(SUMMARY_BUDGET.compacted);
    expect(afterTokens).toBeLessThanOrEqual(SUMMARY_BUDGET.compacted + 3_404 - SUMMARY_BUDGET.keptHigh);
  });
});
