import type { inferRouterInputs, inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "../../server/api/root.ts";

export type Usage = inferRouterOutputs<AppRouter>["usage"]["get"];
export type Figures = Usage["total"];
export type Grouping = inferRouterInputs<AppRouter>["usage"]["get"]["by"];
/** One day of the range. `figures` is null when nothing ran. */
export type Day = { readonly day: string; readonly figures: Figures | null };

const DAY_MS = 86_400_000;

/** Returns every day of a range in order, including days without runs. Days are named as on the server: `2026-11-20`. */
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

/** Returns the share of prompt tokens from the cache; null when no tokens were sent. */
export function cacheShare({
  inputTokens,
  cachedTokens,
}: Pick<Figures, "inputTokens" | "cachedTokens">): number | null {
  return inputTokens === 0 ? null : cachedTokens / inputTokens;
}

/** Returns the share of ended runs that completed; null when none ended. */
export function successShare({ ended, completed }: Pick<Figures, "ended" | "completed">): number | null {
  return ended === 0 ? null : completed / ended;
}

/** Returns the figures as CSV. Unknown values are empty, never 0. */
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

/** Returns a quoted CSV cell. Spreadsheets would run a text that starts with one of these characters as a formula. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}
