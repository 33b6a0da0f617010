import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_TEXT } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

/** One line about how a process ended. */
function describeEnd(data: {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly durationMs: number;
  readonly killed?: string | undefined;
  readonly peakMemoryBytes?: number | undefined;
  readonly changes?: { readonly count: number; readonly uncovered: UncoveredReason | null } | undefined;
}): string {
  const { exitCode, signal, durationMs, killed, peakMemoryBytes, changes } = data;
  const how = killed === undefined ? (signal ?? `exit code ${String(exitCode)}`) : `killed: ${killed}`;
  const memory = peakMemoryBytes === undefined ? [] : [`${String(Math.ceil(peakMemoryBytes / 1e6))} MB`];
  return [
    "process ended",
    how,
    `${(durationMs / 1000).toFixed(1)} s`,
    ...memory,
    ...describeChanges(changes),
  ].join(" · ");
}

function describeChanges(
  changes: { readonly count: number; readonly uncovered: UncoveredReason | null } | undefined,
): readonly string[] {
  if (changes === undefined) return [];
  if (changes.uncovered !== null) return [`file changes not covered: ${UNCOVERED[changes.uncovered]}`];
  return changes.count === 0 ? [] : [`file changes: ${String(changes.count)}`];
}

const uncoveredSchema = z.enum(["files", "bytes", "ignore_rules", "changes", "failed", "background"]);
/** Why the file changes of a command are not recorded. */
export type UncoveredReason = z.output<typeof uncoveredSchema>;

const UNCOVERED: Readonly<Record<UncoveredReason, string>> = {
  files: "the folder has too many files",
  bytes: "the files of the folder are too large",
  ignore_rules: "the ignore rules of the folder took too long",
  changes: "too many files changed",
  failed: "the folder could not be read",
  background: "it worked in the background",
};

const toolCallId = z.string();
const processId = z.string();

/** Processes that a run starts, its tools and its secrets. */
export const MACHINE_EVENTS = [
  defineEvent("process.started", {
    data: openObject({
      processId,
      toolCallId,
      command: z.string(),
      sandboxed: z.boolean(),
      /** The strength of the sandbox, as found out by trying. Absent in older logs. */
      sandbox: z.enum(["enforcing", "partial", "none"]).optional(),
      /** Whether the process could reach the network. Absent in older logs. */
      network: z.boolean().optional(),
      /** The only hosts that it could reach without the network. Absent for none, and in older logs. */
      domains: z.array(z.string()).optional(),
      /** Whether the run continued while it worked. @default false */
      background: z.boolean().optional(),
    }),
    erase: (data) => ({
      ...data,
      command: ERASED_TEXT,
      ...(data.domains === undefined ? {} : { domains: [] }),
    }),
    outline: ({ command, sandbox, sandboxed, background }) => ({
      k: "other",
      d: `$ ${oneLine(command)}${background === true ? " · in the background" : ""} · sandbox: ${sandbox ?? (sandboxed ? "yes" : "none")}`,
    }),
  }),
  defineEvent("process.ended", {
    data: openObject({
      processId,
      toolCallId,
      exitCode: z.number().nullable(),
      /** The signal that terminated the process; null when it exited. */
      signal: z.string().nullable(),
      durationMs: z.number(),
      outputBytes: z.number(),
      timedOut: z.boolean(),
      /** Why it was killed, if it was; `timedOut` is the same as `time`. Absent when it ended on its own, and in older logs. */
      killed: z.enum(["time", "memory", "processes", "output", "canceled"]).optional(),
      /** The most memory that it and its descendants had at once, in bytes. Absent in older logs. */
      peakMemoryBytes: z.number().optional(),
      /**
       * Its changes in the project folder: a `file.changed` for each of `count` paths. `uncovered`: why nothing is recorded, if so. `unclear`:
       * paths that changed in a way that cannot be undone, at most 50. Absent where nothing keeps versions, and in older logs.
       */
      changes: openObject({
        count: z.number(),
        uncovered: uncoveredSchema.nullable(),
        unclear: z.array(z.string()),
      }).optional(),
    }),
    erase: (data) =>
      data.changes === undefined
        ? data
        : { ...data, changes: { ...data.changes, unclear: data.changes.unclear.map(() => ERASED_TEXT) } },
    outline: (data) => ({ k: "other", d: describeEnd(data) }),
  }),
  /** The tools of one source (a server or the host) changed. Definitions are identified by their SHA-256. */
  defineEvent("tools.changed", {
    data: openObject({
      source: z.string(),
      reason: z.enum(["list_changed", "connected", "disconnected", "definition_changed"]),
      added: z.array(z.string()),
      removed: z.array(z.string()),
      changed: z.array(openObject({ toolName: z.string(), definitionDigest: z.string() })),
    }),
    erase: nothingToErase,
  }),
  /** A call received a secret; `secret` is its name, `domain` the destination. */
  defineEvent("secret.used", {
    data: openObject({ toolCallId, secret: z.string(), domain: z.string().nullable() }),
    erase: nothingToErase,
    outline: ({ secret, domain }) => ({ k: "other", d: `secret ${secret} · ${domain ?? "this machine"}` }),
  }),
] as const;
