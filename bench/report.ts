import os from "node:os";
import { type Figure, verdictOf } from "./figure.ts";

/** Figures of one benchmark. */
export type Section = { readonly name: string; readonly figures: readonly Figure[] };

const HEAD = ["what", "measured", "floor", "goal", ""];
const MARKS = { goal: "goal met", floor: "floor met", missed: "MISSED", none: "" } as const;

function cellsOf(figure: Figure): string[] {
  const sign = figure.bound?.better === "higher" ? "≥" : "≤";
  const limit = (value: number | undefined): string =>
    value === undefined ? "" : `${sign} ${readable(value)}`;
  return [
    figure.what,
    `${readable(figure.value)} ${figure.unit}`,
    limit(figure.bound?.floor),
    limit(figure.bound?.goal),
    MARKS[verdictOf(figure)],
  ];
}

function readable(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

/** A table for the terminal. */
export function plainTable({ name, figures }: Section): string {
  const rows = [HEAD, ...figures.map(cellsOf)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `\n${name}\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** docs/benchmarks.md. `missing` names what was not measured this time; `date` is an ISO day. */
export function markdownReport(
  sections: readonly Section[],
  missing: readonly string[],
  date: string,
): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const tables = sections.map(({ name, figures }) =>
    [
      `## ${name}`,
      "",
      row(HEAD),
      row(HEAD.map(() => "---")),
      ...figures.map((figure) => row(cellsOf(figure))),
    ].join("\n"),
  );
  const left = missing.length === 0 ? [] : [`Not measured this time: ${missing.join(", ")}.`];
  return `${[introduction(date), ...left, ...tables].join("\n\n")}\n`;
}

function introduction(date: string): string {
  const cpus = os.cpus();
  const load = os.loadavg().map((value) => value.toFixed(1));
  return `# Benchmarks

Written by \`npm run bench -- --write\`; \`--only <name>\` runs one of them, \`--data <folder>\` measures recorded
sessions besides the made ones, \`--database <folder>\` keeps the database, \`--app <folder>\` measures the production build of another
checkout in viewer, watchers and output, which are left out without a build or a Chromium, \`--quick\` only shows that they work.

Measured on ${date}: ${cpus[0]?.model.trim() ?? "unknown CPU"}, ${cpus.length} cores, ${Math.round(os.totalmem() / 1e9)} GB, Node ${process.version},
${os.type()} ${os.release()}. Load of the machine at the end: ${load.join(", ")} (over 1, 5 and 15 minutes; the benchmarks are part of it). On a busy machine
times suffer, while ratios to the raw loop, which is measured in turn with the product in the same process, hold.

The model is a server in a process of its own that streams a tool call at each step. "Raw fetch" is a loop of some forty lines that makes
the same requests without events, log, guards or retries. "Plain" is the product's loop with stores in memory, "durable" with PostgreSQL;
events and guards are on in both. CPU is that of the process that runs the loop, PostgreSQL's and the model's own are not in it. Runs at
once are held against raw fetch of the same minutes: their bounds were set where raw fetch took 1.47 times the ideal time.`;
}
