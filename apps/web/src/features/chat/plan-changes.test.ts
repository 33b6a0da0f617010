import { goalCreated } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { buildEntry, buildTurn, buildTurnStart } from "./testing/build-turn.ts";
import { visibleItems } from "./turn-items.ts";

const answer = (sequence: number, calls: readonly string[], text = ""): object => ({
  ...{ kind: "message", role: "assistant", callId: `m${sequence}`, text, reasoning: "", model: "m" },
  toolCalls: calls.map((name, index) => ({ id: `${sequence}-${index}`, name, arguments: "{}" })),
});
const result = (id: string, toolName: string, outcome = "ok", output = ""): object => ({
  ...{
    kind: "message",
    role: "tool",
    toolCallId: id,
    toolName,
    outcome,
    output,
    title: "Plan: add",
    durationMs: 0,
  },
});
const changed = (...operations: readonly object[]): object => ({
  ...{ kind: "event", type: "goals.changed", data: { operations, toolCallId: null } },
});
const done = (goalId: string, summary: string): object => ({
  ...{ op: "status", goalId, status: "completed", summary, reason: null, evidence: [], verified: null },
});

it("shows the changes of the plan in one line instead of their calls", () => {
  const turn = buildTurn([
    ...buildTurnStart("m"),
    buildEntry(3, answer(3, ["goal", "goal"])),
    buildEntry(
      4,
      changed(
        goalCreated("a", "root", { title: "Find it" }),
        goalCreated("b", "root", { title: "Fix it", index: 1 }),
      ),
    ),
    buildEntry(5, result("3-0", "goal")),
    buildEntry(6, changed(done("a", "It is in totals.ts"))),
    buildEntry(7, result("3-1", "goal")),
    buildEntry(8, answer(8, ["read_file", "goal"], "Now I fix it.")),
    buildEntry(9, result("8-0", "read_file")),
    buildEntry(10, changed(done("b", "Fixed"))),
    buildEntry(11, result("8-1", "goal")),
  ]);
  const items = visibleItems(turn);
  expect(items.map(({ kind }) => kind)).toEqual(["plan", "text", "tools", "plan"]);
  expect(items[0]).toMatchObject({
    changes: {
      planned: ["Find it", "Fix it"],
      ended: [{ number: "1", title: "Find it", text: "It is in totals.ts" }],
    },
  });
  expect(items[2]).toMatchObject({ rows: [{ name: "read_file" }] });
  expect(items[3]).toMatchObject({ changes: { planned: [], ended: [{ number: "2", text: "Fixed" }] } });
});

it("keeps a call that failed to change the plan, with its reason", () => {
  const turn = buildTurn([
    ...buildTurnStart("m"),
    buildEntry(3, answer(3, ["goal"])),
    buildEntry(4, result("3-0", "goal", "error", "There is no goal 7. Use one of 1, 2.")),
  ]);
  expect(visibleItems(turn)).toMatchObject([
    { kind: "tools", rows: [{ name: "goal", reason: "there is no goal 7" }] },
  ]);
});
