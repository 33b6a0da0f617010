import { goalCreated } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createElement } from "react";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { PlanLine } from "./plan-line.tsx";
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
    changes: [
      { kind: "planned", titles: ["Find it", "Fix it"] },
      { kind: "ended", number: "1", title: "Find it", text: "It is in totals.ts" },
    ],
  });
  expect(items[2]).toMatchObject({ rows: [{ name: "read_file" }] });
  expect(items[3]).toMatchObject({ changes: [{ kind: "ended", number: "2", text: "Fixed" }] });
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

it("reports a revision in the order of the log: the goal that failed, the ones given up by name, the new ones, and why", () => {
  const ended = (goalId: string, status: string, reason: string): object => ({
    ...done(goalId, ""),
    ...{ status, summary: null, reason },
  });
  const turn = buildTurn([
    ...buildTurnStart("m"),
    buildEntry(
      3,
      changed(goalCreated("a", "root", { title: "Read it" }), goalCreated("b", "root", { title: "Sum it" })),
    ),
    buildEntry(4, answer(4, ["read_file"])),
    buildEntry(5, result("4-0", "read_file", "error", "No such file.")),
    buildEntry(6, changed(ended("a", "failed", "There is no summary."))),
    buildEntry(
      7,
      changed(ended("b", "abandoned", "Revised"), goalCreated("c", "root", { title: "Find it" })),
    ),
    buildEntry(8, {
      ...{ kind: "event", type: "plan.revised" },
      data: {
        planId: "p",
        revision: 1,
        callId: "r",
        reason: "Start from the documents.",
        supersededGoalIds: ["b"],
      },
    }),
  ]);
  const items = visibleItems(turn);
  expect(items.map(({ kind }) => kind)).toEqual(["plan", "tools", "plan"]);
  const line = items[2]?.kind === "plan" ? items[2].changes : [];
  expect(line.map(({ kind }) => kind)).toEqual(["ended", "ended", "planned", "revised"]);
  expect(line[1]).toMatchObject({ title: "Sum it", status: "abandoned" });
  const html = renderMarkup(createElement(PlanLine, { changes: line, href: "/x" }));
  expect(html).toContain(
    "There is no summary. Goal given up: Sum it (Revised). Planned 1 goal: Find it. Plan revised: Start from the documents.",
  );
  expect(renderMarkup(createElement(PlanLine, { changes: line, href: "/x" }), "zh")).toContain(
    "已放弃目标：Sum it（Revised）。",
  );
});
