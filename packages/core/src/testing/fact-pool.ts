/** The facts that a generated session has mentioned so far, and how it comes back to them. */
export type FactPool = {
  /** A new identifier with this prefix. */
  create(prefix: string): string;
  /** A new file path below this folder. */
  createPath(folder: string): string;
  /** A fact mentioned before: mostly of the last step, now and then of some steps ago, rarely of long ago. */
  use(): string;
  /** A fact of long ago. */
  useOld(): string;
  /** Begins the next step. */
  advance(): void;
};

/** Of 100 uses, how many (`share`) are of facts at most this many steps old and older than those before. */
export type FactAges = readonly { readonly share: number; readonly steps: number }[];
const AGES: FactAges = [
  { share: 52, steps: 1 },
  { share: 22, steps: 4 },
  { share: 16, steps: 12 },
  { share: 8, steps: 40 },
  { share: 2, steps: 400 },
];

/** Creates an empty pool. */
export function createFactPool(random: (limit: number) => number, ages: FactAges = AGES): FactPool {
  const facts: { readonly text: string; step: number }[] = [];
  let step = 0;
  let created = 0;
  const add = (text: string): string => {
    facts.push({ text, step });
    return text;
  };
  const pick = (from: number, to: number): string => {
    const candidates = facts.filter((fact) => fact.step >= from && fact.step <= to);
    const fact = candidates[random(candidates.length)] ?? facts[random(facts.length)];
    if (fact === undefined) return "the task";
    // A fact that was used is likely to be used again soon.
    fact.step = Math.max(fact.step, step - 1);
    return fact.text;
  };
  return {
    create: (prefix) => add(`${prefix}${(((created += 1) * 7_919 + random(7_000)) % 900_000) + 100_000}`),
    createPath: (folder) => add(`${folder}/m${(created += 1)}/part-${random(900) + 100}.ts`),
    use() {
      let draw = random(100);
      let newest = step;
      for (const { share, steps } of ages) {
        if (draw < share) return pick(step - steps, newest);
        draw -= share;
        newest = step - steps - 1;
      }
      return pick(0, step);
    },
    useOld: () => pick(0, Math.max(0, step - 40)),
    advance: () => void (step += 1),
  };
}
