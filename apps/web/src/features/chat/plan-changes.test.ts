import { goalCreated } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createElement } from "react";
import { renderMarkup } from "../../ui/testing/render-markup.tsx";
import { PlanLines } from "./plan-lines.tsx";
import type { PlanChanges } from "./chat-turn.ts";
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

/** The lines of changes: the address and the text of each. */
function linesOf(changes: PlanChanges, locale: "en" | "zh" = "en"): readonly (readonly string[])[] {
  const lines = createElement(PlanLines, { changes, hrefOf: (sequence) => `/${sequence}` });
  return [...renderMarkup(lines, locale).matchAll(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)</gu)].map(
    ([, href = "", text = ""]) => [href, text],
  );
}

it("shows the changes to the plan in one line instead of their calls", () => {
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
  expect(linesOf(line)).toEqual([
    ["/6", "Goal 1 failed: There is no summary."],
    ["/7", "Goal given up: Sum it (Revised)."],
    ["/7", "Planned 1 goal: Find it."],
    ["/8", "Plan revised: Start from the documents."],
  ]);
  expect(linesOf(line, "zh")[1]).toEqual(["/7", "已放弃目标：Sum it（Revised）。"]);
});

it("reports lessons, what a check found missing and whether the completion of a goal is verified", () => {
  const verified = (goalId: string, isVerified: boolean): object =>
    changed({ ...done(goalId, "Read"), verified: isVerified });
  const check = (verdict: string, by: string, missing: readonly string[]): object => ({
    ...{ kind: "event", type: "claim.checked" },
    data: { goalId: "b", by, callId: "c", verdict, round: 1, evidence: [], missing },
  });
  const turn = buildTurn([
    ...buildTurnStart("m"),
    buildEntry(
      3,
      changed(goalCreated("a", "root", { title: "Read it" }), goalCreated("b", "root", { title: "Sum it" })),
    ),
    buildEntry(4, answer(4, ["read_file"])),
    buildEntry(5, result("4-0", "read_file", "error", "No such file.")),
    buildEntry(6, {
      ...{ kind: "event", type: "lesson.learned" },
      data: { lessonId: "l", by: "model", toolCallId: "4-0", callId: "c", text: "List the folder first." },
    }),
    buildEntry(7, check("not_done", "model", ["no sum was made", "no file has it"])),
    buildEntry(8, check("verified", "model", [])),
    buildEntry(9, verified("a", true)),
    buildEntry(10, verified("b", false)),
    buildEntry(11, check("not_done", "rule", ["the row of the agent says it"])),
    buildEntry(12, { ...check("not_done", "model", ["it is too short"]), goalId: "root" }),
  ]);
  const item = visibleItems(turn).at(-1);
  expect(linesOf(item?.kind === "plan" ? item.changes : [])).toEqual([
    ["/6", "Lesson: List the folder first."],
    ["/7", "Goal 2 is not done yet: no sum was made; no file has it."],
    ["/9", "Goal 1 done and verified: Read."],
    ["/10", "Goal 2 done without being verified: Read."],
    ["/12", "Goal 2 is not done yet: it is too short."],
  ]);
});

it("reports each review of the answer, and one that did not take place", () => {
  const review = (round: number, verdict: string, findings: readonly object[]): object => ({
    ...{ kind: "event", type: "critique.made" },
    data: { callId: "c", round, verdict, findings },
  });
  const finding = (angle: string, blocking: boolean, text: string): object => ({ angle, blocking, text });
  const turn = buildTurn([
    ...buildTurnStart("m"),
    buildEntry(
      3,
      review(1, "revise", [
        finding("facts", true, "The year is wrong."),
        finding("efficiency", false, "It is long."),
      ]),
    ),
    buildEntry(4, review(2, "accept", [finding("efficiency", false, "It is long.")])),
    buildEntry(5, review(3, "accept", [finding("review", false, "The answer took too long.")])),
  ]);
  const item = visibleItems(turn)[0];
  expect(linesOf(item?.kind === "plan" ? item.changes : []).map(([, text]) => text)).toEqual([
    "Review 1: 1 point to fix: The year is wrong.",
    "Review 2: no changes needed.",
    "Review 3 did not take place: The answer took too long.",
  ]);
});

it("names every step of a plan", () => {
  const titles = Array.from({ length: 12 }, (_, index) => `Step number ${index + 1}`);
  expect(linesOf([{ kind: "planned", sequence: 3, titles }])).toEqual([
    ["/3", `Planned 12 goals: ${titles.join(", ")}.`],
  ]);
});
