import type { ToolResult } from "@goaltrace/core";
import type { CommandOutcome } from "../process/run-command.ts";
import type { CommandChanges } from "../undo/record-changes.ts";
import { MEMORY_MAX_BYTES, OUTPUT_MAX_BYTES, PROCESSES_MAX } from "../process/tunables.ts";

const MEBIBYTE = 1024 ** 2;

/** Returns how a command ended, in a few words: "exit code 1". */
export function describeEnding({ ending, exitCode, signal }: CommandOutcome, seconds: number): string {
  switch (ending) {
    case "exited":
      return signal === null ? `exit code ${String(exitCode)}` : `killed by ${signal}`;
    case "time":
      return `killed after ${String(seconds)} s, its time limit`;
    case "memory":
      return `killed for using more than ${String(MEMORY_MAX_BYTES / MEBIBYTE)} MB of memory`;
    case "processes":
      return `killed for starting more than ${String(PROCESSES_MAX)} processes`;
    case "output":
      return `killed for writing more than ${String(OUTPUT_MAX_BYTES / MEBIBYTE)} MB`;
    case "canceled":
      return "stopped, because the run was stopped";
    case "failed":
      return "not started";
  }
}

/** Returns the result of a command: its output, and a last line with how it ended. An exit code other than 0 is not an error of the tool. */
export function commandResult(
  command: string,
  outcome: CommandOutcome,
  { seconds, hasNetwork }: { readonly seconds: number; readonly hasNetwork: boolean },
): ToolResult {
  const { ending, exitCode, signal, durationMs, outputBytes, peakMemoryBytes, sandbox, changes } = outcome;
  const how = describeEnding(outcome, seconds);
  const took = `${(durationMs / 1000).toFixed(1)} s`;
  const output = outcome.output.replace(/\n$/u, "");
  return {
    outcome: ending === "exited" && signal === null ? "ok" : "error",
    title: `${firstLine(command)} · ${how === "exit code 0" ? "done" : how} · ${took}`,
    output: [
      ...(output === "" ? [] : [output]),
      ...outcome.cleared.map((sentence) => `[${sentence}]`),
      `[${how}, ${took}${hint(outcome, hasNetwork)}]`,
    ].join("\n"),
    metadata: {
      ...{ exitCode, signal, durationMs, outputBytes, peakMemoryBytes, ending, sandbox },
      ...changesMetadata(changes),
    },
  };
}

/** Returns the changes of a command for people, in the same fields as the diff of an edit. */
export function changesMetadata(changes: CommandChanges | null): Readonly<Record<string, unknown>> {
  if (changes === null) return {};
  const { paths, added, removed, diff, event } = changes;
  return {
    ...(event.uncovered === null ? {} : { uncovered: event.uncovered }),
    ...(paths.length === 0 ? {} : { changedFiles: paths.length, added, removed, diff }),
  };
}

const NETWORK_PROBLEM =
  /ENOTFOUND|EAI_AGAIN|ENETUNREACH|Could not resolve host|Temporary failure in name resolution|Network is unreachable/u;

/** A hint for the model, which cannot know that the network was missing on purpose. */
function hint({ output, sandbox, refusedHosts }: CommandOutcome, hasNetwork: boolean): string {
  if (refusedHosts.length > 0) return `; not among its domains: ${refusedHosts.join(", ")}`;
  if (hasNetwork || sandbox === "none" || !NETWORK_PROBLEM.test(output)) return "";
  return "; commands have no network unless they are called with domains, or network: true, which ask the person";
}

/** Returns the first line of a command for a title. */
export function firstLine(command: string): string {
  const [line = "", ...more] = command.trim().split("\n");
  return more.length > 0 || line.length > 80 ? `${line.slice(0, 80)}…` : line;
}
