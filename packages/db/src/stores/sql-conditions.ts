/** The conditions of one SQL statement with their values, numbered in order. */
export type SqlConditions = {
  readonly values: unknown[];
  /** Adds a value and returns its placeholder: `$3`. */
  bind(value: unknown): string;
  and(condition: string): void;
  /** Returns all conditions joined with `and`. */
  text(): string;
};

/** Creates an empty set of conditions, which matches everything. */
export function createSqlConditions(): SqlConditions {
  const values: unknown[] = [];
  const conditions: string[] = [];
  return {
    values,
    bind: (value) => `$${values.push(value)}`,
    and: (condition) => void conditions.push(condition),
    text: () => (conditions.length === 0 ? "true" : conditions.join(" and ")),
  };
}
