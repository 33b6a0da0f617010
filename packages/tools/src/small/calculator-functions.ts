import { Decimal } from "decimal.js";
import {
  CALCULATOR_MAX_ANGLE,
  CALCULATOR_MAX_EXPONENT,
  CALCULATOR_MAX_FACTORIAL,
  CALCULATOR_PRECISION,
} from "../tunables.ts";

/** Decimals with the calculator's precision and range; values outside the range become infinite or zero. */
export const CalculatorDecimal = Decimal.clone({
  precision: CALCULATOR_PRECISION,
  maxE: CALCULATOR_MAX_EXPONENT,
  minE: -CALCULATOR_MAX_EXPONENT,
  rounding: Decimal.ROUND_HALF_UP,
  toExpPos: 60,
  toExpNeg: -30,
});

/** An error whose message the model reads. Thrown only inside the calculator. */
export class ExpressionError extends Error {}

type CalculatorFunction = {
  readonly minArguments: number;
  readonly maxArguments: number;
  apply(values: readonly Decimal[]): Decimal;
};

const unary = (apply: (value: Decimal) => Decimal): CalculatorFunction => ({
  minArguments: 1,
  maxArguments: 1,
  apply: ([value]) => apply(requireArgument(value)),
});
const angle = (apply: (value: Decimal) => Decimal): CalculatorFunction =>
  unary((value) => {
    if (value.abs().gt(CALCULATOR_MAX_ANGLE))
      throw new ExpressionError(`An angle can be at most ${String(CALCULATOR_MAX_ANGLE)} radians.`);
    return apply(value);
  });
const fold = (apply: (left: Decimal, right: Decimal) => Decimal): CalculatorFunction => ({
  minArguments: 1,
  maxArguments: 1000,
  apply: (values) => values.reduce(apply),
});
const rounded = (mode: Decimal.Rounding): CalculatorFunction => ({
  minArguments: 1,
  maxArguments: 2,
  apply: ([value, digits]) => {
    const places = digits ?? new CalculatorDecimal(0);
    if (!places.isInteger() || places.lt(0) || places.gt(100))
      throw new ExpressionError("The number of digits must be a whole number from 0 to 100.");
    return requireArgument(value).toDecimalPlaces(places.toNumber(), mode);
  },
});

export const CALCULATOR_FUNCTIONS: ReadonlyMap<string, CalculatorFunction> = new Map([
  ["abs", unary((value) => value.abs())],
  ["sqrt", unary((value) => value.sqrt())],
  ["cbrt", unary((value) => value.cbrt())],
  ["exp", unary((value) => value.exp())],
  ["ln", unary((value) => value.ln())],
  ["log10", unary((value) => value.log(10))],
  ["log2", unary((value) => value.log(2))],
  [
    "log",
    { minArguments: 1, maxArguments: 2, apply: ([value, base]) => requireArgument(value).log(base ?? 10) },
  ],
  [
    "pow",
    {
      minArguments: 2,
      maxArguments: 2,
      apply: ([base, exponent]) => power(requireArgument(base), requireArgument(exponent)),
    },
  ],
  [
    "mod",
    {
      minArguments: 2,
      maxArguments: 2,
      apply: ([left, right]) => requireArgument(left).mod(requireArgument(right)),
    },
  ],
  ["round", rounded(Decimal.ROUND_HALF_UP)],
  ["floor", rounded(Decimal.ROUND_FLOOR)],
  ["ceil", rounded(Decimal.ROUND_CEIL)],
  ["trunc", rounded(Decimal.ROUND_DOWN)],
  ["sin", angle((value) => value.sin())],
  ["cos", angle((value) => value.cos())],
  ["tan", angle((value) => value.tan())],
  ["asin", unary((value) => value.asin())],
  ["acos", unary((value) => value.acos())],
  ["atan", unary((value) => value.atan())],
  ["factorial", unary(factorial)],
  ["min", fold((left, right) => (left.lt(right) ? left : right))],
  ["max", fold((left, right) => (left.gt(right) ? left : right))],
  ["sum", fold((left, right) => left.plus(right))],
]);

export const CALCULATOR_CONSTANTS: ReadonlyMap<string, Decimal> = new Map([
  ["pi", CalculatorDecimal.acos(-1)],
  ["π", CalculatorDecimal.acos(-1)],
  ["e", CalculatorDecimal.exp(1)],
]);

/** Returns `base` to the power of `exponent`. Checks the size of the result before computing it. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  const digits = base.isZero() ? 0 : base.abs().toNumber();
  const size = digits === 0 || digits === Infinity ? base.e : Math.log10(digits);
  if (Math.abs(size * exponent.toNumber()) > CALCULATOR_MAX_EXPONENT) {
    throw new ExpressionError(`The result would have more than ${String(CALCULATOR_MAX_EXPONENT)} digits.`);
  }
  return base.pow(exponent);
}

/** Returns n! for a small whole number. */
export function factorial(value: Decimal): Decimal {
  if (!value.isInteger() || value.lt(0) || value.gt(CALCULATOR_MAX_FACTORIAL)) {
    throw new ExpressionError(
      `A factorial needs a whole number from 0 to ${String(CALCULATOR_MAX_FACTORIAL)}.`,
    );
  }
  let product = new CalculatorDecimal(1);
  for (let factor = 2; value.gte(factor); factor += 1) product = product.times(factor);
  return product;
}

function requireArgument(value: Decimal | undefined): Decimal {
  if (value === undefined) throw new ExpressionError("A function is missing an argument.");
  return value;
}
