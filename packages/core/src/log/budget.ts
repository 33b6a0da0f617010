/** The units of a budget: US dollars, tokens in and out, milliseconds, answers of the model. Stored names: they never change. */
export const BUDGET_UNITS = ["usd", "tokens", "ms", "steps"] as const;
export type BudgetUnit = (typeof BUDGET_UNITS)[number];

/** The most that may be spent, by unit; a missing unit is unlimited. */
export type Budget = { readonly [Unit in BudgetUnit]?: number };

/** How far a budget reaches: a workspace for one day (UTC), one run, or a run that another run started. */
export type BudgetLevel = "workspace" | "trace" | "child";

/** The amount above which a budget in each unit makes no sense. */
const MOST: Readonly<Record<BudgetUnit, number>> = { usd: 1e6, tokens: 1e12, ms: 1e10, steps: 1e6 };

/** The words for units as people write them, with the factor to the stored unit. */
const WORDS: Readonly<Record<string, { readonly unit: BudgetUnit; readonly factor: number }>> = {
  usd: { unit: "usd", factor: 1 },
  $: { unit: "usd", factor: 1 },
  tok: { unit: "tokens", factor: 1 },
  token: { unit: "tokens", factor: 1 },
  tokens: { unit: "tokens", factor: 1 },
  ktok: { unit: "tokens", factor: 1e3 },
  mtok: { unit: "tokens", factor: 1e6 },
  ms: { unit: "ms", factor: 1 },
  s: { unit: "ms", factor: 1e3 },
  m: { unit: "ms", factor: 60_000 },
  min: { unit: "ms", factor: 60_000 },
  h: { unit: "ms", factor: 3_600_000 },
  step: { unit: "steps", factor: 1 },
  steps: { unit: "steps", factor: 1 },
};

/** The example of every error. */
export const BUDGET_EXAMPLE = "0.50usd,200ktok,10m,30steps";

/**
 * Reads a budget such as `0.50usd,200ktok,10m,30steps`: comma-separated amounts, each unit once. A problem is a sentence without a full stop
 * at its end that quotes the amount.
 */
export function parseBudget(text: string): { readonly budget: Budget } | { readonly problem: string } {
  const budget: { -readonly [Unit in BudgetUnit]?: number } = {};
  for (const part of text.split(",")) {
    const amount = parseAmount(part.trim().toLowerCase());
    if ("problem" in amount) return amount;
    if (budget[amount.unit] !== undefined)
      return { problem: `"${cut(part)}" is the second amount of its unit` };
    budget[amount.unit] = amount.value;
  }
  return { budget };
}

function parseAmount(
  text: string,
): { readonly unit: BudgetUnit; readonly value: number } | { readonly problem: string } {
  if (text === "") return { problem: "An amount is empty" };
  const dollars = text.startsWith("$") ? `${text.slice(1)}$` : text;
  const match = /^(?<number>\d{1,15}(?:\.\d{1,9})?|\.\d{1,9}) ?(?<word>[a-z$]{1,6})$/u.exec(dollars);
  const word = Object.hasOwn(WORDS, match?.groups?.["word"] ?? "")
    ? WORDS[match?.groups?.["word"] ?? ""]
    : undefined;
  if (match === null || word === undefined)
    return { problem: `"${cut(text)}" is not an amount with a unit (usd, tok, ktok, mtok, s, m, h, steps)` };
  // Rounding removes what decimal fractions leave over: 0.1 million tokens are 100,000.
  const value = Number((Number(match.groups?.["number"]) * word.factor).toFixed(9));
  if (value <= 0) return { problem: `"${cut(text)}" must be above zero` };
  if (word.unit !== "usd" && !Number.isInteger(value))
    return { problem: `"${cut(text)}" must be a whole number of ${word.unit}` };
  if (value > MOST[word.unit]) return { problem: `"${cut(text)}" is too large` };
  return { unit: word.unit, value };
}

function cut(text: string): string {
  const short = text.trim();
  return short.length <= 40 ? short : `${short.slice(0, 39)}…`;
}

/** Writes a budget so that `parseBudget` reads the same one. */
export function formatBudget(budget: Budget): string {
  return BUDGET_UNITS.flatMap((unit) => {
    const value = budget[unit];
    return value === undefined ? [] : [formatAmount(unit, value)];
  }).join(",");
}

/** Writes one amount of a budget, such as `0.5usd`, `200ktok`, `10m` or `30steps`. */
export function formatAmount(unit: BudgetUnit, value: number): string {
  switch (unit) {
    case "usd":
      return `${value.toFixed(9).replace(/\.?0+$/u, "")}usd`;
    case "tokens":
      return value % 1e6 === 0
        ? `${value / 1e6}mtok`
        : value % 1e3 === 0
          ? `${value / 1e3}ktok`
          : `${value}tok`;
    case "ms":
      if (value % 3_600_000 === 0) return `${value / 3_600_000}h`;
      if (value % 60_000 === 0) return `${value / 60_000}m`;
      return value % 1e3 === 0 ? `${value / 1e3}s` : `${value}ms`;
    case "steps":
      return `${value}steps`;
  }
}

/** Returns true for a budget without any amount. */
export function isEmptyBudget(budget: Budget): boolean {
  return BUDGET_UNITS.every((unit) => budget[unit] === undefined);
}
