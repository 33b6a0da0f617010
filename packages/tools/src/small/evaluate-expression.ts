import { nearestName } from "@goaltrace/core/nearest-name";
import type { Decimal } from "decimal.js";
import {
  CALCULATOR_MAX_DEPTH,
  CALCULATOR_MAX_LENGTH,
  CALCULATOR_PRECISION,
  CALCULATOR_SHOWN_DIGITS,
} from "../tunables.ts";
import {
  CALCULATOR_CONSTANTS,
  CALCULATOR_FUNCTIONS,
  CalculatorDecimal,
  ExpressionError,
  factorial,
  power,
} from "./calculator-functions.ts";
import { type ExpressionToken, tokenizeExpression } from "./tokenize-expression.ts";

/** `exact` is false when a step rounded digits. */
export type EvaluationResult =
  | { readonly ok: true; readonly value: string; readonly exact: boolean }
  | { readonly ok: false; readonly message: string };

/**
 * Evaluates an arithmetic expression in exact decimals. Operators from weakest to strongest: `+ -`, `* / %`, unary `+ -`, `^`
 * (right-associative), `!`. Length, depth and size of values are bounded, and no code is executed.
 */
export function evaluateExpression(text: string): EvaluationResult {
  if (text.length > CALCULATOR_MAX_LENGTH)
    return {
      ok: false,
      message: `The expression is longer than ${String(CALCULATOR_MAX_LENGTH)} characters.`,
    };
  const { tokens, badAt } = tokenizeExpression(text);
  if (badAt !== null)
    return {
      ok: false,
      message: `Unexpected "${text.slice(badAt, badAt + 1)}" at position ${String(badAt + 1)}.`,
    };
  try {
    return describe(parse(tokens));
  } catch (error) {
    if (error instanceof ExpressionError) return { ok: false, message: error.message };
    throw error;
  }
}

function describe(value: Decimal): EvaluationResult {
  if (value.isNaN())
    return {
      ok: false,
      message: "The result is not a real number (such as 0/0 or the root of a negative number).",
    };
  if (!value.isFinite())
    return { ok: false, message: "The result is infinite or too large (division by zero?)." };
  const exact = value.precision() < CALCULATOR_PRECISION;
  return {
    ok: true,
    value: (exact ? value : value.toSignificantDigits(CALCULATOR_SHOWN_DIGITS)).toString(),
    exact,
  };
}

type ArgumentLimits = { readonly minArguments: number; readonly maxArguments: number };

type Cursor = {
  readonly peek: () => ExpressionToken;
  readonly take: () => ExpressionToken;
  readonly accept: (...symbols: string[]) => string | undefined;
  depth: number;
};

function parse(tokens: readonly ExpressionToken[]): Decimal {
  const end: ExpressionToken = { kind: "end", text: "", at: 0 };
  let index = 0;
  const peek = (): ExpressionToken => tokens[index] ?? end;
  const take = (): ExpressionToken => {
    const token = peek();
    index += 1;
    return token;
  };
  const accept = (...symbols: string[]): string | undefined => {
    const token = peek();
    return token.kind === "symbol" && symbols.includes(token.text) ? take().text : undefined;
  };
  const cursor: Cursor = { peek, take, accept, depth: 0 };
  const value = parseSum(cursor);
  if (peek().kind !== "end") throw unexpected(peek());
  return value;
}

function parseSum(cursor: Cursor): Decimal {
  let value = parseProduct(cursor);
  for (let symbol = cursor.accept("+", "-"); symbol !== undefined; symbol = cursor.accept("+", "-")) {
    const right = parseProduct(cursor);
    value = symbol === "+" ? value.plus(right) : value.minus(right);
  }
  return value;
}

function parseProduct(cursor: Cursor): Decimal {
  let value = parseSigned(cursor);
  for (
    let symbol = cursor.accept("*", "/", "%");
    symbol !== undefined;
    symbol = cursor.accept("*", "/", "%")
  ) {
    const right = parseSigned(cursor);
    if (symbol !== "*" && right.isZero()) throw new ExpressionError("Division by zero.");
    if (symbol === "*") value = value.times(right);
    else value = symbol === "/" ? value.div(right) : value.mod(right);
  }
  return value;
}

function parseSigned(cursor: Cursor): Decimal {
  cursor.depth += 1;
  if (cursor.depth > CALCULATOR_MAX_DEPTH)
    throw new ExpressionError(`The expression is nested deeper than ${String(CALCULATOR_MAX_DEPTH)} levels.`);
  const sign = cursor.accept("+", "-");
  const value = sign === undefined ? parsePower(cursor) : parseSigned(cursor);
  cursor.depth -= 1;
  return sign === "-" ? value.neg() : value;
}

function parsePower(cursor: Cursor): Decimal {
  let base = parsePrimary(cursor);
  while (cursor.accept("!") !== undefined) base = factorial(base);
  return cursor.accept("^") === undefined ? base : power(base, parseSigned(cursor));
}

function parsePrimary(cursor: Cursor): Decimal {
  const token = cursor.take();
  if (token.kind === "number") return new CalculatorDecimal(token.text);
  if (token.kind === "name") return parseName(cursor, token.text);
  if (token.kind !== "symbol" || token.text !== "(") throw unexpected(token);
  const value = parseSum(cursor);
  if (cursor.accept(")") === undefined) throw unexpected(cursor.peek(), ")");
  return value;
}

function parseName(cursor: Cursor, typedName: string): Decimal {
  const name = typedName.toLowerCase();
  const constant = CALCULATOR_CONSTANTS.get(name);
  if (constant !== undefined) return constant;
  const definition = CALCULATOR_FUNCTIONS.get(name);
  if (definition === undefined) throw unknownName(typedName);
  if (cursor.accept("(") === undefined) throw unexpected(cursor.peek(), `( after ${typedName}`);
  const values = [parseSum(cursor)];
  while (cursor.accept(",") !== undefined) values.push(parseSum(cursor));
  if (cursor.accept(")") === undefined) throw unexpected(cursor.peek(), ")");
  if (values.length < definition.minArguments || values.length > definition.maxArguments) {
    throw new ExpressionError(`${typedName} takes ${argumentRange(definition)}.`);
  }
  return definition.apply(values);
}

function argumentRange({ minArguments: min, maxArguments: max }: ArgumentLimits): string {
  if (min === max) return `${String(min)} ${min === 1 ? "argument" : "arguments"}`;
  return `${String(min)} to ${String(max)} arguments`;
}

function unknownName(name: string): ExpressionError {
  const names = [...CALCULATOR_FUNCTIONS.keys(), ...CALCULATOR_CONSTANTS.keys()];
  const near = nearestName(name, names);
  return new ExpressionError(
    `Unknown name "${name}".${near === undefined ? "" : ` Did you mean "${near}"?`} Available: ${names.join(", ")}.`,
  );
}

function unexpected(token: ExpressionToken, expected?: string): ExpressionError {
  const problem =
    token.kind === "end"
      ? "The expression ends too early"
      : `Unexpected "${token.text}" at position ${String(token.at + 1)}`;
  return new ExpressionError(`${problem}${expected === undefined ? "" : `; expected ${expected}`}.`);
}
