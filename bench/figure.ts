/** What a figure is measured against. `lower` and `higher` say which direction is better. */
export type Bound = { readonly better: "lower" | "higher"; readonly floor: number; readonly goal: number };

/** One measured number. `bound` is null for figures that only explain others. */
export type Figure = {
  readonly what: string;
  readonly unit: string;
  readonly value: number;
  readonly bound: Bound | null;
};

/** How a figure stands: past its goal, past its floor only, or short of both. */
export type Verdict = "goal" | "floor" | "missed" | "none";

/** A figure without a bound. */
export function plainFigure(what: string, unit: string, value: number): Figure {
  return { what, unit, value, bound: null };
}

/** A figure of which less is better. */
export function atMost(figure: Omit<Figure, "bound">, floor: number, goal: number): Figure {
  return { ...figure, bound: { better: "lower", floor, goal } };
}

/** A figure of which more is better. */
export function atLeast(figure: Omit<Figure, "bound">, floor: number, goal: number): Figure {
  return { ...figure, bound: { better: "higher", floor, goal } };
}

/** Compares a figure with its bound. */
export function verdictOf({ value, bound }: Figure): Verdict {
  if (bound === null) return "none";
  const reaches = (limit: number): boolean => (bound.better === "lower" ? value <= limit : value >= limit);
  if (reaches(bound.goal)) return "goal";
  return reaches(bound.floor) ? "floor" : "missed";
}
