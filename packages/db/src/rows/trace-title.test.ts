import { anyText } from "@goaltrace/core/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newScope, newTrace } from "../testing/fixture.ts";
import { writeHeader } from "./trace-row.ts";
import { readTitle } from "./trace-title.ts";

const header = (task: string, instructions = "i"): string => {
  const trace = newTrace(newScope(), { task, context: { task: "of the context" } });
  return writeHeader({ ...trace, agent: { ...trace.agent, instructions } });
};
const firstLine = (task: string): string => (task.trim().split("\n", 1)[0] ?? "").slice(0, 300);

it("reads the first line of any task, whatever the other texts are", () => {
  fc.assert(
    fc.property(anyText(), anyText(), (task, instructions) => {
      expect(readTitle(header(task, instructions))).toBe(firstLine(task));
      expect(readTitle(header(task, `,"task":"${instructions}`))).toBe(firstLine(task));
    }),
  );
});

it("reads the start of a task from a header that is cut anywhere", () => {
  const task = `"Quote" \\ tab\t é \u0001 😀 ${"x".repeat(500)}`;
  const whole = header(task);
  const start = whole.indexOf('"task":"');
  for (let end = 0; end <= whole.length; end += 1) {
    const title = readTitle(whole.slice(0, end));
    expect(firstLine(task).startsWith(title)).toBe(true);
    if (end < start) expect(title).toBe("");
  }
});
