import { stripVTControlCharacters } from "node:util";
import { type Entry, formatAmount, type RunEvent, type ToolMessage, type Update } from "@goaltrace/core/log";
import { createOutputPrinter, type OutputPrinter } from "./print-output.ts";
import { createRequestLines } from "./request-lines.ts";
import { createTreeLines } from "./tree-lines.ts";

/** Receives the printed lines; standard output in the command. */
export type Print = (line: string) => void;

/**
 * Creates a printer of JSON lines: one per entry, as stored in the log, and after it one for each request to people that it opens or ends. Deltas
 * are omitted: the message repeats their text. Holds the state of one tree of runs.
 */
export function createJsonPrinter(print: Print): (update: Update) => void {
  const requestsOf = createRequestLines();
  return (update) => {
    if (update.kind !== "entry") return;
    print(JSON.stringify(update.entry));
    for (const request of requestsOf(update.entry)) print(JSON.stringify({ kind: "request", request }));
  };
}

/**
 * Creates a printer for a person at a terminal: text, calls with their output and outcome, plan changes and problems, those of sub-agents
 * indented below their run. Holds the state of one tree of runs. Texts of models and tools cannot control the terminal.
 */
export function createHumanPrinter(to: Print): (update: Update) => void {
  const print: Print = (text) => to(toPrintable(text));
  const lines = createTreeLines(humanLine);
  const outputs = new Map<string, OutputPrinter>();
  const outputOf = (traceId: string): OutputPrinter => {
    const known = outputs.get(traceId);
    if (known !== undefined) return known;
    const output = createOutputPrinter((text) => print(lines.indent(traceId, text)));
    outputs.set(traceId, output);
    return output;
  };
  return (update) => {
    if (update.kind === "delta") outputOf(update.traceId).take(update);
    if (update.kind !== "entry") return;
    const { entry } = update;
    const output = outputOf(entry.traceId);
    const isAnswer = entry.kind === "message" && entry.role === "assistant";
    if (!isAnswer) output.settle(entry);
    const line = lines.line(entry);
    if (line !== null) print(line);
    if (isAnswer) output.settle(entry);
  };
}

/** Removes escape sequences and control characters, except tabs and line feeds. */
export function toPrintable(text: string): string {
  return stripVTControlCharacters(text).replace(/(?![\t\n])\p{Cc}/gu, "");
}

/** Returns what a person reads about an entry; null for nothing. Control characters are still in it. */
export function humanLine(entry: Entry): string | null {
  if (entry.kind === "unknown") return null;
  if (entry.kind === "message") {
    switch (entry.role) {
      case "user":
        return `> ${entry.description}`;
      case "assistant":
        return [
          entry.text,
          ...entry.toolCalls.map((call) => `  → ${call.name} ${call.arguments.slice(0, 120)}`),
        ]
          .filter((part) => part !== "")
          .join("\n");
      case "tool":
        return `  ${entry.outcome === "ok" ? "✓" : "✗"} ${entry.toolName}: ${entry.title}${hint(entry)}`;
    }
  }
  return eventLine(entry);
}

/** Says why a call that needs a person did not run, and which option permits it. */
function hint({ refusal, output }: ToolMessage): string {
  if (refusal !== "no_approver") return "";
  return `. ${output.split("\n", 1).join("")} A run in a terminal asks.`;
}

/** Returns a line for events a person should see during the run; the rest is in the log. */
function eventLine(event: RunEvent): string | null {
  if (event.type === "call.attempt_failed") {
    const { failure, retryAfterMs } = event.data;
    return `  ! ${failure.message}${retryAfterMs === null ? "" : ` Retrying in ${(retryAfterMs / 1000).toFixed(1)} s.`}`;
  }
  if (event.type === "loop.detected" && event.data.action !== "polling")
    return `  ! loop ${event.data.action}: ${event.data.evidence}`;
  if (event.type === "limit.reached")
    return `  ! limit reached: ${event.data.limit} (${event.data.used} of ${event.data.allowed})`;
  if (event.type === "budget.warned") return budgetLine(event.data);
  const compaction = compactionLine(event);
  if (compaction !== null) return compaction;
  if (event.type === "approval.requested") return `  ~ waits for approval: ${event.data.toolName}`;
  if (event.type === "approval.expired") return "  ! nobody decided in time";
  if (event.type === "run.paused") return "  ~ paused";
  if (event.type === "run.resumed") return "  ~ resumed";
  if (event.type === "trace.resumed") return "  ! resumed after its process stopped";
  if (event.type !== "trace.finished") return null;
  const { status, failure } = event.data;
  return failure === null ? status : `${status}: ${failure.message}\n${failure.fix}`;
}

function budgetLine({
  level,
  unit,
  used,
  allowed,
  share,
}: Extract<RunEvent, { type: "budget.warned" }>["data"]): string {
  const whose = level === "workspace" ? "the workspace's budget for today" : "the budget";
  const amount = formatAmount(unit, allowed);
  // Rounded to hundredths of a cent, or to whole units.
  const spent = formatAmount(unit, unit === "usd" ? Math.round(used * 1e4) / 1e4 : Math.round(used));
  return share < 1
    ? `  ! ${Math.round(share * 100)}% of ${whose} of ${amount} is used (${spent})`
    : `  ! ${whose} of ${amount} is used up (${spent})`;
}

function compactionLine(event: RunEvent): string | null {
  if (event.type === "context.cleared") {
    const { sequences, beforeTokens, afterTokens } = event.data;
    return `  ~ context cleared: ${beforeTokens} → ${afterTokens} tokens, ${sequences.length} old results reduced to one line each`;
  }
  if (event.type === "compaction.finished") {
    const { beforeTokens, afterTokens, messagesFolded, source, reason } = event.data;
    return `  ~ context compacted (${reason}): ${beforeTokens} → ${afterTokens} tokens, ${messagesFolded} messages folded, summary by ${source === "model" ? "the model" : "code"}`;
  }
  return event.type === "compaction.failed"
    ? `  ! summary rejected (${event.data.problem}): ${event.data.message}`
    : null;
}
