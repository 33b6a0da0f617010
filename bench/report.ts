import os from "node:os";
import { type Figure, judge } from "./figure.ts";

/** The figures of one benchmark. */
export type Section = { readonly name: string; readonly figures: readonly Figure[] };

const HEAD = ["what", "measured", "floor", "goal", ""];
const MARKS = { goal: "goal met", floor: "floor met", missed: "MISSED", none: "" } as const;

function tableCells(figure: Figure): string[] {
  const sign = figure.bound?.better === "higher" ? "≥" : "≤";
  const limit = (value: number | undefined): string =>
    value === undefined ? "" : `${sign} ${readable(value)}`;
  return [
    figure.what,
    `${readable(figure.value)} ${figure.unit}`,
    limit(figure.bound?.floor),
    limit(figure.bound?.goal),
    MARKS[judge(figure)],
  ];
}

function readable(value: number): string {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(3)));
}

/** Renders a table for the terminal. */
export function plainTable({ name, figures }: Section): string {
  const rows = [HEAD, ...figures.map(tableCells)];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  return `\n${name}\n${lines.map((line) => `  ${line}`).join("\n")}`;
}

/** Returns the conditions of a section's measurement in one line. */
function conditions(date: string): string {
  const load = os.loadavg().map((value) => value.toFixed(1));
  return `Measured on ${date}, Node ${process.version}, ${processors()}, load ${load.join(", ")} at the end (over 1, 5 and 15 minutes, the benchmark included).`;
}

/** Renders a section of docs/benchmarks.md. `date` is an ISO day. */
export function markdownSection({ name, figures }: Section, date: string): string {
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  return [
    `## ${name}`,
    "",
    conditions(date),
    "",
    row(HEAD),
    row(HEAD.map(() => "---")),
    ...figures.map((figure) => row(tableCells(figure))),
  ].join("\n");
}

/**
 * Returns docs/benchmarks.md with the newly measured sections replaced. `order` lists all benchmarks; sections of `page` with other names
 * were written by hand and stay at the end.
 */
export function markdownReport(
  page: string,
  measured: ReadonlyMap<string, string>,
  order: readonly string[],
): string {
  const sections = new Map(
    page
      .split(/^(?=## )/mu)
      .filter((part) => part.startsWith("## "))
      .map((part) => [/^## (.*)$/mu.exec(part)?.[1] ?? "", part.trim()] as const),
  );
  for (const [name, section] of measured) sections.set(name, section);
  const isKnown = (name: string): boolean => order.includes(name);
  const parts = [...order, ...[...sections.keys()].filter((name) => !isKnown(name))].flatMap(
    (name) => sections.get(name) ?? [],
  );
  return `${[introduction(), ...parts].join("\n\n")}\n`;
}

function processors(): string {
  const all = os.cpus();
  return `${all[0]?.model.trim() ?? "unknown CPU"}, ${all.length} cores`;
}

function introduction(): string {
  return `# Benchmarks

Written by \`npm run bench -- --write\`; a name (\`npm run bench -- memory\`) runs one of them and replaces its section, \`--data <folder>\` measures recorded
sessions besides the made ones, \`--database <folder>\` keeps the database, \`--app <folder>\` measures the production build of another
checkout in viewer, watchers and output, which are left out without a build or a Chromium, \`--quick\` only shows that they work.

Machines: two cores, 25 GB, Linux; the processor is an AMD EPYC where a section names no other. On a busy machine times suffer, while
ratios to the raw loop, which is measured in turn with the product in the same process, hold.

The model is a server in a process of its own that streams a tool call at each step. "Raw fetch" is a loop of some forty lines that makes
the same requests without events, log, guards or retries. "Plain" is the product's loop with stores in memory, "durable" with PostgreSQL;
events and guards are on in both. CPU is that of the process that runs the loop, PostgreSQL's and the model's own are not in it. "× ideal"
is the time of concurrent runs against the model's own delay, "× raw" against raw fetch of the same minutes.`;
}
