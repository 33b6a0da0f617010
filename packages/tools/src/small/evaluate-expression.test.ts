import { describe, expect, it } from "vitest";
import {
  CALCULATOR_MAX_ANGLE,
  CALCULATOR_MAX_DEPTH,
  CALCULATOR_MAX_EXPONENT,
  CALCULATOR_MAX_FACTORIAL,
  CALCULATOR_MAX_LENGTH,
} from "../tunables.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

const value = (expression: string): string => {
  const result = evaluateExpression(expression);
  return result.ok ? `${result.exact ? "" : "≈ "}${result.value}` : result.message;
};

describe("numbers and symbols", () => {
  it.each([
    ["1.5", "1.5"],
    [".5", "0.5"],
    ["5.", "5"],
    ["1_000.2_5", "1000.25"],
    ["2e3", "2000"],
    ["2E-3", "0.002"],
    ["2e+12", "2000000000000"],
    [" 1 + 1 ", "2"],
    ["6·7", "42"],
    ["6×7÷2−1", "20"],
    ["2 ** 3", "8"],
    ["PI - π", "0"],
    ["MAX(1, 2)", "2"],
  ])("reads %j as %s", (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe("operators", () => {
  it.each([
    ["8 - 3 - 2", "3"],
    ["8 / 4 / 2", "1"],
    ["8 % 5 * 2", "6"],
    ["-7 % 3", "-1"],
    ["+5", "5"],
    ["--5", "5"],
    ["2 - -3", "5"],
    ["2 * -3", "-6"],
    ["-(2 + 3)", "-5"],
    ["3!!", "720"],
    ["2^3!", "64"],
    ["2^-2", "0.25"],
    ["0 * 5", "0"],
    ["0^5", "0"],
    ["(-2)^3", "-8"],
  ])("computes %s as %s", (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe("functions", () => {
  it.each([
    ["abs(-3)", "3"],
    ["sqrt(2.25)", "1.5"],
    ["cbrt(-27)", "-3"],
    ["exp(0)", "1"],
    ["ln(1)", "0"],
    ["log10(1000)", "3"],
    ["log2(8)", "3"],
    ["log(100)", "2"],
    ["log(81, 3)", "4"],
    ["pow(2, 10)", "1024"],
    ["mod(-7, 3)", "-1"],
    ["round(2.5)", "3"],
    ["round(-2.345, 2)", "-2.35"],
    ["round(2.345, 0)", "2"],
    ["floor(-2.1)", "-3"],
    ["floor(2.19, 1)", "2.1"],
    ["ceil(-2.9)", "-2"],
    ["ceil(2.11, 1)", "2.2"],
    ["trunc(-2.9)", "-2"],
    ["trunc(2.19, 1)", "2.1"],
    ["sin(0)", "0"],
    ["cos(0)", "1"],
    ["tan(0)", "0"],
    ["asin(0)", "0"],
    ["acos(1)", "0"],
    ["atan(0)", "0"],
    ["round(sin(1), 6)", "0.841471"],
    ["round(cos(1), 6)", "0.540302"],
    ["round(tan(1), 6)", "1.557408"],
    ["round(asin(1), 6)", "1.570796"],
    ["round(acos(0), 6)", "1.570796"],
    ["round(atan(1), 6)", "0.785398"],
    ["round(exp(1) - e, 9)", "0"],
    ["round(ln(10), 6)", "2.302585"],
    ["factorial(5)", "120"],
    ["factorial(0)", "1"],
    ["1!", "1"],
    ["2!", "2"],
    ["min(3, 1, 2)", "1"],
    ["min(7)", "7"],
    ["max(1, 3, 2)", "3"],
    ["sum(1, 2, 3.5)", "6.5"],
    ["round(pi, 5)", "3.14159"],
  ])("computes %s as %s", (expression, expected) => {
    expect(value(expression)).toBe(expected);
  });
});

describe("messages", () => {
  it.each([
    ["", "The expression ends too early."],
    ["1 +", "The expression ends too early."],
    ["(1", "The expression ends too early; expected )."],
    ["max(1", "The expression ends too early; expected )."],
    ["max", "The expression ends too early; expected ( after max."],
    ["max 1", 'Unexpected "1" at position 5; expected ( after max.'],
    ["(1 2)", 'Unexpected "2" at position 4; expected ).'],
    ["max(1 2)", 'Unexpected "2" at position 7; expected ).'],
    ["1 2", 'Unexpected "2" at position 3.'],
    ["1 + )", 'Unexpected ")" at position 5.'],
    ["  1 + ? 2", 'Unexpected "?" at position 7.'],
    ["  ?", 'Unexpected "?" at position 3.'],
    ["1/0", "Division by zero."],
    ["5 % (1 - 1)", "Division by zero."],
    ["abs()", 'Unexpected ")" at position 5.'],
    ["abs(1, 2)", "abs takes 1 argument."],
    ["POW(2)", "POW takes 2 arguments."],
    ["pow(1, 2, 3)", "pow takes 2 arguments."],
    ["round(1, 2, 3)", "round takes 1 to 2 arguments."],
    ["round(1, 0.5)", "The number of digits must be a whole number from 0 to 100."],
    ["round(1, -1)", "The number of digits must be a whole number from 0 to 100."],
    ["round(1, 101)", "The number of digits must be a whole number from 0 to 100."],
    ["(-1)!", "A factorial needs a whole number from 0 to 1000."],
    ["1.5!", "A factorial needs a whole number from 0 to 1000."],
    ["sqrt(-1)", "The result is not a real number (such as 0/0 or the root of a negative number)."],
    ["ln(0)", "The result is infinite or too large (division by zero?)."],
  ])("explain why %j cannot be computed", (expression, message) => {
    expect(evaluateExpression(expression)).toEqual({ ok: false, message });
  });

  it("name the nearest known name, if there is one, and all of them", () => {
    const available =
      "Available: abs, sqrt, cbrt, exp, ln, log10, log2, log, pow, mod, round, floor, ceil, trunc, sin, cos, tan, asin, acos, atan, factorial, min, max, sum, pi, π, e.";
    expect(value("Sqr(4)")).toBe(`Unknown name "Sqr". Did you mean "sqrt"? ${available}`);
    expect(value("interest(4)")).toBe(`Unknown name "interest". ${available}`);
  });
});

describe("evaluateExpression at its limits", () => {
  it("rejects an expression that is too long", () => {
    const fits = `1${" ".repeat(CALCULATOR_MAX_LENGTH - 1)}`;
    expect(value(fits)).toBe("1");
    expect(value(`${fits} `)).toBe(`The expression is longer than ${CALCULATOR_MAX_LENGTH} characters.`);
  });

  it("rejects an expression that is too deep, counting each level once and values not at all", () => {
    const nested = (levels: number): string => `${"(".repeat(levels)}1${")".repeat(levels)}`;
    const tooDeep = `The expression is nested deeper than ${CALCULATOR_MAX_DEPTH} levels.`;
    expect(value(nested(CALCULATOR_MAX_DEPTH - 1))).toBe("1");
    expect(value(nested(CALCULATOR_MAX_DEPTH))).toBe(tooDeep);
    expect(value(`${"-".repeat(CALCULATOR_MAX_DEPTH)}1`)).toBe(tooDeep);
    const many = Array.from({ length: CALCULATOR_MAX_DEPTH + 1 }, () => "(1)").join("+");
    expect(value(many)).toBe(String(CALCULATOR_MAX_DEPTH + 1));
  });

  it("rejects a power that is too large or too small", () => {
    const tooLarge = `The result would have more than ${CALCULATOR_MAX_EXPONENT} digits.`;
    expect(evaluateExpression(`10^${CALCULATOR_MAX_EXPONENT}`).ok).toBe(true);
    expect(value(`10^${CALCULATOR_MAX_EXPONENT + 1}`)).toBe(tooLarge);
    expect(value(`10^-${CALCULATOR_MAX_EXPONENT + 1}`)).toBe(tooLarge);
    expect(value(`(1e400)^${CALCULATOR_MAX_EXPONENT}`)).toBe(tooLarge);
    expect(value("9^9^9^9")).toBe(tooLarge);
  });

  it("rejects angles and factorials that are too large", () => {
    expect(evaluateExpression(`sin(-${CALCULATOR_MAX_ANGLE})`).ok).toBe(true);
    const message = `An angle can be at most ${CALCULATOR_MAX_ANGLE} radians.`;
    expect(value(`sin(-${CALCULATOR_MAX_ANGLE} - 1)`)).toBe(message);
    expect(value(`cos(${CALCULATOR_MAX_ANGLE} + 1)`)).toBe(message);
    expect(evaluateExpression(`${CALCULATOR_MAX_FACTORIAL}!`).ok).toBe(true);
    expect(value(`${CALCULATOR_MAX_FACTORIAL + 1}!`)).toBe(
      `A factorial needs a whole number from 0 to ${CALCULATOR_MAX_FACTORIAL}.`,
    );
  });

  it("shows a limited number of digits of a rounded result", () => {
    expect(value("2/3")).toBe(`≈ 0.${"6".repeat(39)}7`);
    expect(value("1e50 + 1")).toBe(`1${"0".repeat(49)}1`);
    expect(value("1e61")).toBe("1e+61");
    expect(value("1e-31")).toBe("1e-31");
  });
});
