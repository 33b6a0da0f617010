import { expect, it } from "vitest";
import { routeByRule } from "../../src/strategies/router/route-by-rule.ts";
import { type Label, LABELED_INPUTS, type LabeledInput } from "./labeled-inputs.ts";

const TOOLS = 12;

const routeOf = ({ text, attachments = 0, openGoals = 0 }: LabeledInput): Label =>
  routeByRule({ text, attachments, openGoals, tools: TOOLS })?.route ?? "open";

/** Shares of one half of the inputs: 0 was tuned on, 1 only measured. */
function measure(half: 0 | 1): {
  decided: number;
  right: number;
  leftOpen: number;
  confusion: Record<string, number>;
} {
  const inputs = LABELED_INPUTS.filter((_, index) => index % 2 === half);
  const closed = inputs.filter(({ label }) => label !== "open");
  const open = inputs.filter(({ label }) => label === "open");
  const decided = closed.filter((input) => routeOf(input) !== "open");
  const confusion: Record<string, number> = {};
  for (const input of inputs) {
    const cell = `${input.label} as ${routeOf(input)}`;
    confusion[cell] = (confusion[cell] ?? 0) + 1;
  }
  return {
    decided: decided.length / closed.length,
    right: decided.filter((input) => routeOf(input) === input.label).length / decided.length,
    leftOpen: open.filter((input) => routeOf(input) === "open").length / open.length,
    confusion,
  };
}

it.each([0, 1] as const)(
  "decides closed inputs without a model and leaves open ones open (half %s)",
  (half) => {
    const { decided, right, leftOpen, confusion } = measure(half);
    if (process.env["SHOW_ROUTES"] !== undefined)
      process.stdout.write(`${JSON.stringify({ half, decided, right, leftOpen, confusion })}\n`);
    expect(decided).toBeGreaterThanOrEqual(0.8);
    expect(right).toBeGreaterThanOrEqual(0.9);
    expect(leftOpen).toBeGreaterThanOrEqual(0.8);
  },
);
