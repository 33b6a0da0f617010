import { Decimal } from "decimal.js";
import {
  CALCULATOR_MAX_ANGLE,
  CALCULATOR_MAX_EXPONENT,
  CALCULATOR_MAX_FACTORIAL,
  CALCULATOR_PRECISION,
} from "../tunables.ts";

/** Decimals with the calculator's precision and bounds; what leaves them becomes infinite or zero. */
export const CalculatorDecimal = Decimal.clone({
  precision: CALCULATOR_PRECISION,
  maxE: CALCULATOR_MAX_EXPONENT,
  minE: -CALCULATOR_MAX_EXPONENT,
  rounding: Decimal.ROUND_HALF_UP,
  toExpPos: 60,
  toExpNeg: -30,
});

/** A sentence for the model. Thrown only inside the calculator. */
export class ExpressionError extends Error {}

type CalculatorFunction = {
  readonly fewest: number;
  readonly most: number;
  apply(values: readonly Decimal[]): Decimal;
};

const one = (apply: (value: Decimal) => Decimal): CalculatorFunction => ({
  fewest: 1,
  most: 1,
  apply: ([value]) => apply(given(value)),
});
const angle = (apply: (value: Decimal) => Decimal): CalculatorFunction =>
  one((value) => {
    if (value.abs().gt(CALCULATOR_MAX_ANGLE))
      throw new ExpressionError(`An angle may be at most ${String(CALCULATOR_MAX_ANGLE)} radians.`);
    return apply(value);
  });
const fold = (apply: (left: Decimal, right: Decimal) => Decimal): CalculatorFunction => ({
  fewest: 1,
  most: 1000,
  apply: (values) => values.reduce(apply),
});
const rounded = (mode: Decimal.Rounding): CalculatorFunction => ({
  fewest: 1,
  most: 2,
  apply: ([value, digits]) => {
    const places = digits ?? new CalculatorDecimal(0);
    if (!places.isInteger() || places.lt(0) || places.gt(100))
      throw new ExpressionError("Digits to round to must be a whole number from 0 to 100.");
    return given(value).toDecimalPlaces(places.toNumber(), mode);
  },
});

export const CALCULATOR_FUNCTIONS: ReadonlyMap<string, CalculatorFunction> = new Map([
  ["abs", one((value) => value.abs())],
  ["sqrt", one((value) => value.sqrt())],
  ["cbrt", one((value) => value.cbrt())],
  ["exp", one((value) => value.exp())],
  ["ln", one((value) => value.ln())],
  ["log10", one((value) => value.log(10))],
  ["log2", one((value) => value.log(2))],
  ["log", { fewest: 1, most: 2, apply: ([value, base]) => given(value).log(base ?? 10) }],
  ["pow", { fewest: 2, most: 2, apply: ([base, exponent]) => power(given(base), given(exponent)) }],
  ["mod", { fewest: 2, most: 2, apply: ([left, right]) => given(left).mod(given(right)) }],
  ["round", rounded(Decimal.ROUND_HALF_UP)],
  ["floor", rounded(Decimal.ROUND_FLOOR)],
  ["ceil", rounded(Decimal.ROUND_CEIL)],
  ["trunc", rounded(Decimal.ROUND_DOWN)],
  ["sin", angle((value) => value.sin())],
  ["cos", angle((value) => value.cos())],
  ["tan", angle((value) => value.tan())],
  ["asin", one((value) => value.asin())],
  ["acos", one((value) => value.acos())],
  ["atan", one((value) => value.atan())],
  ["factorial", one(factorial)],
  ["min", fold((left, right) => (left.lt(right) ? left : right))],
  ["max", fold((left, right) => (left.gt(right) ? left : right))],
  ["sum", fold((left, right) => left.plus(right))],
]);

export const CALCULATOR_CONSTANTS: ReadonlyMap<string, Decimal> = new Map([
  ["pi", CalculatorDecimal.acos(-1)],
  ["π", CalculatorDecimal.acos(-1)],
  ["e", CalculatorDecimal.exp(1)],
]);

/** `base` to the power of `exponent`. Sizes are bounded before anything is computed. */
export function power(base: Decimal, exponent: Decimal): Decimal {
  const digits = base.isZero() ? 0 : base.abs().toNumber();
  const size = digits === 0 || digits === Infinity ? base.e : Math.log10(digits);
  if (Math.abs(size * exponent.toNumber()) > CALCULATOR_MAX_EXPONENT) {
    throw new ExpressionError(`The result has more than ${String(CALCULATOR_MAX_EXPONENT)} digits.`);
  }
  return base.pow(exponent);
}

/** n! of a small whole number. */
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

function given(value: Decimal | undefined): Decimal {
  if (value === undefined) throw new ExpressionError("A function misses an argument.");
  return value;
}
