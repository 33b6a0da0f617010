/** A fact to look up; `needs` are the facts that it uses. */
export type PlannedFact = { readonly key: string; readonly needs: readonly string[] };

/** A plan of lookups, in an order in which they could run one after the other. */
export type PlanShape = { readonly name: string; readonly facts: readonly PlannedFact[] };

const keys = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `E${String(index + 1)}`);

/** Facts that do not need each other; each needing the one before; and one that needs all others. */
export const PLAN_SHAPES: readonly PlanShape[] = [
  { name: "six independent", facts: keys(6).map((key) => ({ key, needs: [] })) },
  {
    name: "chain of four",
    facts: keys(4).map((key, index, all) => ({ key, needs: all.slice(Math.max(0, index - 1), index) })),
  },
  {
    name: "five into one",
    facts: keys(6).map((key, index, all) => ({ key, needs: index === 5 ? all.slice(0, 5) : [] })),
  },
];
