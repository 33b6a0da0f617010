import type { Update } from "@goaltrace/core";
import type { Entry } from "@goaltrace/core/log";

/** Where lines go; standard output in the command. */
export type Print = (line: string) => void;

/** One JSON line per entry, as it is in the log. Deltas are left out: what they say comes whole in the message. */
export function printJson(update: Update, print: Print): void {
  if (update.kind === "entry") print(JSON.stringify(update.entry));
}

/** What a person at a terminal wants to see of a run: text, calls with their outcome, plan changes, what went wrong. */
export function printHuman(update: Update, print: Print): void {
  if (update.kind !== "entry") return;
  const line = humanLine(update.entry);
  if (line !== null) print(line);
}

function humanLine(entry: Entry): string | null {
  if (entry.kind === "unknown") return null;
  if (entry.kind === "message") {
    switch (entry.role) {
      case "user":
        return `> ${entry.description}`;
      case "assistant":
        return [entry.text, ...entry.toolCalls.map((call) => `  → ${call.name} ${call.arguments.slice(0, 120)}`)].filter((part) => part !== "").join("\n");
      case "tool":
        return `  ${entry.outcome === "ok" ? "✓" : "✗"} ${entry.toolName}: ${entry.title}`;
    }
  }
  switch (entry.type) {
    case "call.attempt_failed":
      return `  ! ${entry.data.failure.message}${entry.data.retryAfterMs === null ? "" : ` Trying again in ${(entry.data.retryAfterMs / 1000).toFixed(1)} s.`}`;
    case "loop.detected":
      return entry.data.action === "polling" ? null : `  ! loop ${entry.data.action}: ${entry.data.evidence}`;
    case "limit.reached":
      return `  ! limit reached: ${entry.data.limit} (${entry.data.used} of ${entry.data.allowed})`;
    case "trace.resumed":
      return "  ! resumed after the process that ran it stopped";
    case "trace.finished":
      return entry.data.failure === null ? `${entry.data.status}` : `${entry.data.status}: ${entry.data.failure.message}\n${entry.data.failure.fix}`;
    default:
      return null;
  }
}
