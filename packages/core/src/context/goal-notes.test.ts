import { describe, expect, it } from "vitest";
import { goalNoteLines } from "../compaction/goal-note-lines.ts";
import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { GoalChange } from "../goals/goal.ts";
import { buildLog, type LogBuilder } from "../testing/builders.ts";
import { closeGoal, createGoals } from "../testing/goal-operations.ts";
import { FACTS_PER_GOAL, GOALS_NOTED } from "./goal-notes.ts";
import { applyToView, createView, type View } from "./view.ts";

const tokenizer = { count: (text: string) => text.length };
const focus = (goalId: string): GoalChange => ({ op: "focused", goalId });
const PLAN = createGoals("root", [
  ["find", "Find the order"],
  ["pay", "Pay it back"],
]);

/** A log whose first goal finds an order after an error and decides what to do, and whose second goal is open. */
function twoGoals(): LogBuilder {
  const log = buildLog();
  log.user("Pay back order ORD-7711.");
  log.goals(...PLAN, focus("find"));
  log.assistant({ calls: [{ id: "c1", name: "look", arguments: '{"order":"ORD-7711"}' }] });
  log.tool("c1", { toolName: "look", output: "Error: E-5001 no such table", outcome: "error" });
  log.assistant({
    text: "We decided on the archive.",
    calls: [{ id: "c2", name: "look", arguments: '{"file":"archive/2031.csv"}' }],
  });
  log.tool("c2", { toolName: "look", output: "ORD-7711 customer KD-4410 paid 129.50" });
  log.goals(closeGoal("find", "Customer known"), focus("pay"));
  log.assistant({ text: "Next is REF-8000.", calls: [] });
  return log;
}

function viewOf(log: LogBuilder): View {
  const view = createView(tokenizer);
  for (const entry of log.entries) applyToView(view, entry);
  return view;
}

function fold(log: LogBuilder, toSequence: number): void {
  log.event({
    type: "compaction.finished",
    data: {
      ...{ compactionId: "x", reason: "threshold", layer: "summarise", source: "extractive", focus: null },
      ...{ beforeTokens: 9, afterTokens: 1, ratio: 0.1, messagesFolded: 1, fromSequence: 1, toSequence },
      ...{ markerBlob: "m", attachmentsBlob: "a", summaryBlob: "s", archiveBlob: null, ledger: [] },
      ...{
        headTokens: { marker: 1, attachments: 1, summary: 1 },
        listsOpenGoals: true,
        cost: 0,
        callId: null,
      },
    },
  });
}

describe("goal notes", () => {
  it("notes ids, paths, numbers, errors and decisions of a goal when it closes", () => {
    expect([...viewOf(twoGoals()).goalNotes.closed.values()]).toEqual([
      {
        goalId: "find",
        sequence: 7,
        facts: ["archive/2031.csv", "ORD-7711", "KD-4410", "E-5001", "129.50"],
        errors: ["look error: Error: E-5001 no such table"],
        decisions: ["We decided on the archive."],
      },
    ]);
  });

  it("includes what was folded before the goal closed", () => {
    const log = buildLog();
    log.goals(...PLAN, focus("find"));
    log.assistant({ calls: [{ id: "c1", name: "look", arguments: '{"order":"ORD-7711"}' }] });
    const { sequence } = log.tool("c1", { toolName: "look", output: "in HALL-4455" });
    fold(log, sequence);
    log.assistant({ text: "It moved to HALL-9000.", calls: [] });
    log.goals(closeGoal("find", "Found"));
    expect(viewOf(log).goalNotes.closed.get("find")?.facts).toEqual(["HALL-9000", "ORD-7711", "HALL-4455"]);
    expect(viewOf(log).goalNotes.open.size).toBe(0);
  });

  it("is bounded, and has no note for the task itself", () => {
    const log = buildLog();
    const ids = Array.from({ length: GOALS_NOTED + 5 }, (_, index) => `g${index}`);
    log.goals(
      ...createGoals(
        "root",
        ids.map((id) => [id, id]),
      ),
    );
    for (const id of ids) {
      log.goals(focus(id));
      log.assistant({ text: Array.from({ length: 30 }, (_, n) => `ID-${n}${id}`).join(" "), calls: [] });
      log.goals(closeGoal(id, "done"));
    }
    log.goals(focus("root"), closeGoal("root", "all done"));
    const { closed } = viewOf(log).goalNotes;
    expect([...closed.keys()]).toEqual(ids.slice(5));
    expect(closed.get("g20")?.facts).toHaveLength(FACTS_PER_GOAL);
  });
});

describe("goalNoteLines", () => {
  const goals = [...PLAN, closeGoal("find", "Customer known")].reduce(
    applyGoalOperation,
    createGoalTree("Refund"),
  );
  const notes = [...viewOf(twoGoals()).goalNotes.closed.values()];

  it("has one line for a closed goal: outcome, decisions, errors, facts", () => {
    expect(goalNoteLines(notes, goals, "")).toEqual([
      "- 1 [completed] Find the order: Customer known · We decided on the archive. · " +
        "look error: Error: E-5001 no such table · archive/2031.csv ORD-7711 KD-4410 E-5001 129.50",
    ]);
  });

  it("names only the number of a goal that the plan shows, and leaves out goals that have no number any more", () => {
    const shown = "1 [completed] Find the order: Customer known";
    expect(goalNoteLines(notes, goals, shown)[0]).toMatch(/^- 1 · We decided/u);
    expect(goalNoteLines(notes, createGoalTree("Refund"), "")).toEqual([]);
  });
});
