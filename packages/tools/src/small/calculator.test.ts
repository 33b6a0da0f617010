import { Decimal } from "decimal.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { containing, matching } from "../../test/expected.ts";
import { createTestRun } from "../../test/test-context.ts";
import { calculatorTool } from "./calculator.ts";
import { currentTimeTool } from "./current-time.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

const exactly = (value: string) => ({ ok: true, value, exact: true });

describe("calculator", () => {
  it.each([
    ["0.1 + 0.2", "0.3"],
    ["2 + 3 * 4", "14"],
    ["-2^2", "-4"],
    ["2^3^2", "512"],
    ["2**-1", "0.5"],
    ["(1 + 2) × 3 − 4 ÷ 2", "7"],
    ["7 % 3 + mod(10, 4)", "3"],
    ["5! / 3!", "20"],
    ["1_000_000 * 1e-3", "1000"],
    ["max(1, 2, 3) + min(4, 5) + round(2.345, 2)", "9.35"],
    ["99999999999999999999 + 1", "100000000000000000000"],
  ])("evaluates %s to %s", (expression, value) => {
    expect(evaluateExpression(expression)).toEqual(exactly(value));
  });

  it("marks rounded results", async () => {
    const run = await createTestRun();
    expect((await run.call(calculatorTool, { expression: "1/3" })).output).toBe(`≈ 0.${"3".repeat(40)}`);
    expect((await run.call(calculatorTool, { expression: "sqrt(16)" })).output).toBe("4");
  });

  it("shows the expression with its result or the reason why there is none", async () => {
    const run = await createTestRun();
    const call = async (expression: string): Promise<unknown> =>
      await run.call(calculatorTool, { expression });
    expect(await call("1 + 1")).toEqual({ title: "1 + 1 = 2", output: "2" });
    expect(await call("2/3")).toMatchObject({ title: `2/3 ≈ 0.${"6".repeat(39)}7` });
    expect(await call("1/0")).toMatchObject({
      ...{ outcome: "error", title: "Calculate 1/0", output: 'Cannot calculate "1/0": Division by zero.' },
    });
  });

  it.each([
    "",
    "1 +",
    "(1",
    "1 2",
    "foo(1)",
    "1/0",
    "5 % 0",
    "sqrt(-1)",
    "9^9^9^9",
    "10^100000",
    "1e99999",
    "2000!",
    "sin(1e300)",
    "process.exit()",
    "((1)",
    "abs()",
    "@",
    "0^-1",
    "log(-1)",
  ])("explains why %j cannot be calculated", (expression) => {
    expect(evaluateExpression(expression)).toMatchObject({
      ok: false,
      message: matching(/\.$|too early|position/),
    });
  });

  it("limits nesting depth and suggests the nearest name", () => {
    expect(evaluateExpression("(".repeat(400) + "1" + ")".repeat(400))).toMatchObject({
      ok: false,
      message: containing("deeper"),
    });
    expect(evaluateExpression("-".repeat(900) + "1")).toMatchObject({ ok: false });
    expect(evaluateExpression("sqr(4)")).toMatchObject({ ok: false, message: containing('"sqrt"') });
  });

  it("agrees with exact decimals on sums, differences and products", () => {
    const number = fc
      .tuple(fc.integer({ min: 0, max: 10 ** 9 }), fc.integer({ min: 0, max: 9 }))
      .map(([digits, places]) => new Decimal(digits).div(new Decimal(10).pow(places)));
    const Exact = Decimal.clone({ precision: 200 });
    fc.assert(
      fc.property(
        fc.record({ left: number, middle: number, right: number, symbol: fc.constantFrom("+", "-", "*") }),
        ({ left, middle, right, symbol }) => {
          const inner = new Exact(middle).times(right);
          const expected =
            symbol === "+"
              ? inner.plus(left)
              : symbol === "-"
                ? new Exact(left).minus(inner)
                : inner.times(left);
          const result = evaluateExpression(
            `${left.toFixed()} ${symbol} (${middle.toFixed()} * ${right.toFixed()})`,
          );
          expect(result.ok && result.exact && new Exact(result.value).eq(expected)).toBe(true);
        },
      ),
    );
  });
});

describe("current_time", () => {
  it("returns date, time and weekday of a time zone", async () => {
    const now = Date.UTC(2026, 0, 31, 23, 30, 5);
    const run = await createTestRun({
      clock: { now: () => now, monotonic: () => now, sleep: async () => undefined },
    });
    expect((await run.call(currentTimeTool, {})).output).toBe("2026-01-31T23:30:05+00:00 (Saturday, UTC)");
    expect((await run.call(currentTimeTool, { time_zone: "Asia/Shanghai" })).output).toBe(
      "2026-02-01T07:30:05+08:00 (Sunday, Asia/Shanghai)",
    );
    expect((await run.call(currentTimeTool, { time_zone: "America/St_Johns" })).output).toBe(
      "2026-01-31T20:00:05-03:30 (Saturday, America/St_Johns)",
    );
    expect(await run.call(currentTimeTool, { time_zone: "Mars/Base" })).toMatchObject({
      outcome: "error",
      output:
        'There is no time zone "Mars/Base". Use an IANA name like "Europe/Berlin", "Asia/Shanghai" or "UTC".',
    });
  });
});
