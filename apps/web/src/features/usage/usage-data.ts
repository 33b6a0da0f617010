import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../server/api/root.ts";

export type Usage = inferRouterOutputs<AppRouter>["usage"]["get"];
export type Figures = Usage["total"];
export type Grouping = inferRouterInputs<AppRouter>["usage"]["get"]["by"];
/** One day of the range; null where nothing ran. */
export type Day = { readonly day: string; readonly figures: Figures | null };

const DAY_MS = 86_400_000;

/** Every day of a range in order, those without a run too. Days are named as the server names them: `2026-11-20`. */
export function listDays(
  usage: Usage,
  range: { readonly from: number; readonly to: number; readonly timeZone: string },
): readonly Day[] {
  const figuresByDay = new Map(usage.days.map((day) => [day.day, day]));
  const name = new Intl.DateTimeFormat("en-CA", {
    timeZone: range.timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  });
  const names = new Set<string>();
  for (let at = range.from; at <= range.to; at += DAY_MS / 2) names.add(name.format(at));
  names.add(name.format(range.to));
  return [...names].map((day) => ({ day, figures: figuresByDay.get(day) ?? null }));
}

/** The share of prompt tokens that came from the cache; null when none were sent. */
export function cacheShare({
  inputTokens,
  cachedTokens,
}: Pick<Figures, "inputTokens" | "cachedTokens">): number | null {
  return inputTokens === 0 ? null : cachedTokens / inputTokens;
}

/** The share of ended runs that completed; null when none ended. */
export function successShare({ ended, completed }: Pick<Figures, "ended" | "completed">): number | null {
  return ended === 0 ? null : completed / ended;
}

/** The figures as a table for other programs; unknown is empty, never 0. */
export function toCsv(rows: readonly ({ readonly label: string } & Figures)[]): string {
  const head = [
    "name",
    "runs",
    "completed",
    "failed",
    "ended",
    "known_cost_usd",
    "runs_of_unknown_cost",
    "input_tokens",
    "output_tokens",
    "cached_tokens",
    "p50_ms",
    "p95_ms",
  ];
  const lines = rows.map((row) =>
    [
      cell(row.label),
      ...[row.runs, row.completed, row.failed, row.ended, row.cost, row.unpriced],
      ...[row.inputTokens, row.outputTokens, row.cachedTokens, row.p50Ms, row.p95Ms],
    ].join(","),
  );
  return `${[head.join(","), ...lines].join("\r\n")}\r\n`;
}

/** Quoted, and never a formula: spreadsheets run what begins with one of these signs. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
