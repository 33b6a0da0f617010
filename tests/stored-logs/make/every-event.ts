import type { Entry, RunEvent, Trace } from "@goaltrace/core/log";
import type { Blob, Scope } from "@goaltrace/core/ports";
import { buildLog, buildTrace, createTestClock } from "@goaltrace/core/testing";
import { EVERY_EVENT_TRACE } from "../fixture.ts";
import { EVENT_BLOBS, EVENT_FORMS } from "./event-forms.ts";

/** A synthetic run: every event in every form, between messages in every form; one entry is of a future type. */
export function everyEvent(
  scope: Scope,
  at: number,
): {
  readonly trace: Trace;
  readonly entries: readonly Entry[];
  readonly blobs: readonly Blob[];
} {
  const log = buildLog({ traceId: EVERY_EVENT_TRACE, clock: createTestClock(at) });
  log.user("Every event there is");
  const calls = (["ok", "error", "denied", "cancelled", "interrupted"] as const).map((outcome) => ({
    id: `call-${outcome}`,
    outcome,
  }));
  log.assistant({
    text: "All of them",
    calls: [
      ...calls.map(({ id }) => ({ id })),
      ...(["unknown_tool", "not_json", "not_an_object", "schema", "cut"] as const).map((kind) => ({
        id: `call-${kind}`,
        received: { id: "", name: "read", arguments: "{" },
        problem: { kind, message: "It can't run" },
      })),
    ],
  });
  for (const { id, outcome } of calls) log.tool(id, { outcome, output: `The result was ${outcome}` });
  const events = Object.entries(EVENT_FORMS).flatMap(([type, drafts]) =>
    drafts.map((data) => ({ type, data }) as RunEvent),
  );
  const isEnd = (event: Pick<RunEvent, "type">): boolean => event.type === "trace.finished";
  for (const event of events.filter((candidate) => !isEnd(candidate))) log.event(event);
  const last = log.entries.at(-1);
  if (last === undefined) throw new Error("empty log");
  const raw = {
    ...last,
    id: `${last.id}-x`,
    sequence: last.sequence + 1,
    version: 2,
    kind: "event",
    type: "rumor.heard",
    data: { from: "later", zone: 1 },
  };
  const unknown: Entry = {
    id: raw.id,
    traceId: raw.traceId,
    sequence: raw.sequence,
    version: 2,
    at: raw.at,
    goalId: raw.goalId,
    kind: "unknown",
    type: raw.type,
    raw,
  };
  const end = buildLog({
    traceId: log.traceId,
    first: raw.sequence + 1,
    clock: createTestClock(at + 600_000),
  });
  for (const event of events.filter(isEnd)) end.event(event);
  const entries = [
    ...log.entries,
    unknown,
    ...end.entries.map((entry) => ({ ...entry, id: `${entry.id}-end` })),
  ];
  const trace = buildTrace(
    {
      ...{ id: log.traceId, ...scope, createdAt: at, task: "Every event there is", tags: ["every-event"] },
      ...{ context: { ticket: "A-17", nested: { list: [1, null] } }, models: ["fixture/model-1"] },
      // An interrupted run with a parent, like those of subagents.
      spawnedBy: { messageId: "message", toolCallId: "call" },
    },
    entries,
  );
  return { trace, entries, blobs: EVENT_BLOBS };
}
