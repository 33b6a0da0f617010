/** Conditions of one statement with their values, numbered as they come. */
export type Where = {
  readonly values: unknown[];
  /** Keeps a value and returns its place: `$3`. */
  place(value: unknown): string;
  and(condition: string): void;
  /** All conditions, joined. */
  text(): string;
};

/** No condition yet: everything matches. */
export function createWhere(): Where {
  const values: unknown[] = [];
  const conditions: string[] = [];
  return {
    values,
    place: (value) => `$${values.push(value)}`,
    and: (condition) => void conditions.push(condition),
    text: () => (conditions.length === 0 ? "true" : conditions.join(" and ")),
  };
}
