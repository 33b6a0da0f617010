import { stripVTControlCharacters } from "node:util";
import type { Entry, RunEvent, ToolMessage, Update } from "@goaltrace/core/log";
import { createOutputPrinter, type OutputPrinter } from "./print-output.ts";

/** Receives the printed lines; standard output in the command. */
export type Print = (line: string) => void;

/** Prints one JSON line per entry, as stored in the log. Deltas are omitted: the message repeats their text. */
export function printJson(update: Update, print: Print): void {
  if (update.kind === "entry") print(JSON.stringify(update.entry));
}

/** One run of the tree that is printed. */
type PrintedRun = {
  /** Null for the root. Distinguishes sub-agents whose lines come in turns. */
  readonly label: string | null;
  readonly print: Print;
  readonly output: OutputPrinter;
};

/**
 * Creates a printer for a person at a terminal: text, calls with their output and outcome, plan changes and problems. Lines of sub-agents are
 * indented below their run and begin with their name and number. Holds the state of the tree of the run `rootId`. Texts of models and tools
 * cannot control the terminal.
 */
export function createHumanPrinter(to: Print, rootId: string): (update: Update) => void {
  const runs = new Map<string, PrintedRun>();
  const numbers = new Map<string, number>();
  const open = (traceId: string, label: string | null, print: Print): PrintedRun => {
    const run = { label, print, output: createOutputPrinter(print) };
    runs.set(traceId, run);
    return run;
  };
  const root = open(rootId, null, (text) => to(toPrintable(text)));
  const openChild = (parent: PrintedRun, { childTraceId, agent }: SpawnedChild): void => {
    if (runs.has(childTraceId)) return;
    const number = (numbers.get(agent) ?? 0) + 1;
    numbers.set(agent, number);
    const label = `${agent} ${number}`;
    open(childTraceId, label, (text) => parent.print(indent(text, label)));
  };
  return (update) => {
    if (update.kind === "delta") (runs.get(update.traceId) ?? root).output.take(update);
    if (update.kind !== "entry") return;
    const { entry } = update;
    const run = runs.get(entry.traceId) ?? root;
    if (entry.kind === "event" && entry.type === "child.spawned") openChild(run, entry.data);
    const isAnswer = entry.kind === "message" && entry.role === "assistant";
    if (!isAnswer) run.output.settle(entry);
    const line = childLine(entry, runs) ?? (isSaidByParent(entry, run) ? null : humanLine(entry));
    if (line !== null) run.print(line);
    if (isAnswer) run.output.settle(entry);
  };
}

type SpawnedChild = { readonly childTraceId: string; readonly agent: string };

function indent(text: string, label: string): string {
  return text.replace(/^/gmu, `    ${label} │ `);
}

/** The parent prints the task of a sub-agent and its end. */
function isSaidByParent(entry: Entry, { label }: PrintedRun): boolean {
  if (label === null) return false;
  return (
    (entry.kind === "message" && entry.role === "user" && entry.author === "agent") ||
    (entry.kind === "event" && entry.type === "trace.finished")
  );
}

/** Returns the line for the start or the end of a sub-agent; null for other entries. */
function childLine(entry: Entry, runs: ReadonlyMap<string, PrintedRun>): string | null {
  if (entry.kind !== "event") return null;
  if (entry.type === "child.spawned") {
    const { childTraceId, prompt } = entry.data;
    return `  ⇢ ${runs.get(childTraceId)?.label ?? ""} (${childTraceId}): ${firstLine(prompt)}`;
  }
  if (entry.type !== "child.finished") return null;
  const { childTraceId, status, failure, lastMessage, steps, cost } = entry.data;
  const price = cost === null || cost === 0 ? "" : `, $${cost.toFixed(4)}`;
  const text = firstLine(failure?.message ?? lastMessage);
  return `  ⇠ ${runs.get(childTraceId)?.label ?? "agent"} ${status} (${steps} ${steps === 1 ? "step" : "steps"}${price}): ${text}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** Removes escape sequences and control characters, except tabs and line feeds. */
export function toPrintable(text: string): string {
  return stripVTControlCharacters(text).replace(/(?![\t\n])\p{Cc}/gu, "");
}

function humanLine(entry: Entry): string | null {
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
