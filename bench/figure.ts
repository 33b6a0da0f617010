/** The bound of a figure. `better` is the desired direction. */
export type Bound = { readonly better: "lower" | "higher"; readonly floor: number; readonly goal: number };

/** A measured number. `bound` is null for figures that only explain others. */
export type Figure = {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly bound: Bound | null;
};

/** The result of a figure: reached its goal, reached only its floor, or missed both. */
export type Verdict = "goal" | "floor" | "missed" | "none";

/** Creates a figure without a bound. */
export function plainFigure(what: string, unit: string, value: number): Figure {
  return { what, unit, value, bound: null };
}

/** Creates a figure for which lower is better. */
export function atMost(figure: Omit<Figure, "bound">, floor: number, goal: number): Figure {
  return { ...figure, bound: { better: "lower", floor, goal } };
}

/** Creates a figure for which higher is better. */
export function atLeast(figure: Omit<Figure, "bound">, floor: number, goal: number): Figure {
  return { ...figure, bound: { better: "higher", floor, goal } };
}

/** Compares a figure with its bound. */
export function judge({ value, bound }: Figure): Verdict {
  if (bound === null) return "none";
  const reaches = (limit: number): boolean => (bound.better === "lower" ? value <= limit : value >= limit);
  if (reaches(bound.goal)) return "goal";
  return reaches(bound.floor) ? "floor" : "missed";
}
