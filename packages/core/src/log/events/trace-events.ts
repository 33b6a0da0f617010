import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_TEXT, eraseFailure, eraseText } from "../erased.ts";
import { openObject, type Stored } from "../open-object.ts";
import type { TraceProjection, TraceStatus, WaitingFor } from "../trace.ts";
import { agentSchema, failureSchema, originSchema, statusSchema, waitingForSchema } from "../trace-schema.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

/**
 * The resolution of a call that was in flight when its process died. `effectId` is set when people are asked about it: the call then gets its
 * result with their decision (`effect.resolved`), until `expiresAt` (milliseconds since the epoch, null for never).
 */
const journalLineSchema = openObject({
  toolCallId: z.string(),
  toolName: z.string(),
  state: z.enum(["not_started", "committed", "unknown"]),
  resolution: z.enum(["rerun", "kept", "interrupted"]),
  effectId: z.string().optional(),
  expiresAt: z.number().nullable().optional(),
});
export type EffectJournalLine = Stored<typeof journalLineSchema>;

/**
 * Why a run needed to be resumed. `handed_over`: its worker stopped in an orderly way, or the run waited for its folder; `released`: its
 * worker gave it back, for example at the end of its time to stop; `lost`: the lease expired although the worker lived; `died`: the worker's
 * process ended. Only the last two count as crashes.
 */
const resumeCauseSchema = z.enum(["handed_over", "released", "lost", "died"]);
export type ResumeCause = z.infer<typeof resumeCauseSchema>;

const MAX_TASK_LENGTH = 120;

/** The lifecycle of a run. */
export const TRACE_EVENTS = [
  defineEvent("trace.started", {
    data: openObject({
      agent: agentSchema,
      models: z.array(z.string()),
      task: z.string(),
      origin: originSchema.nullable(),
      projectFolder: z.string().nullable(),
    }),
    // The agent's name, strategy, tools and limits identify what ran; lists show them anyway.
    erase: (data) => ({
      ...data,
      agent: { ...data.agent, instructions: ERASED_TEXT },
      task: ERASED_TEXT,
      projectFolder: eraseText(data.projectFolder),
    }),
    outline: ({ task }) => ({ k: "begin", d: task.slice(0, MAX_TASK_LENGTH) }),
    project: (projection, _data, at) => ({
      ...withStatus(projection, { status: "running", waitingFor: null }),
      startedAt: projection.startedAt ?? at,
    }),
  }),
  defineEvent("trace.status_changed", {
    data: openObject({
      status: statusSchema,
      waitingFor: waitingForSchema.nullable(),
      /** The reason for which the awaited sub-agents wait, however deep they are. Absent for other waits, and in older logs. */
      ultimatelyFor: waitingForSchema.optional(),
      /** The time at which a waiting run continues without a signal, in milliseconds since the epoch. */
      wakeAt: z.number().optional(),
    }),
    erase: nothingToErase,
    outline: ({ status, waitingFor, ultimatelyFor }) => ({
      ...{ k: "status", s: status, d: waitingFor ?? "" },
      ...(ultimatelyFor === undefined ? {} : { u: ultimatelyFor }),
    }),
    project: (projection, change) => ({
      ...withStatus(projection, change),
      ...(change.status === "waiting" && { phase: "idle" }),
    }),
  }),
  defineEvent("trace.resumed", {
    data: openObject({
      journal: z.array(journalLineSchema),
      /** Interruptions so far without progress, this one included if it counts. */
      resumeCount: z.number(),
      reason: z.string(),
      cause: resumeCauseSchema.optional(),
    }),
    erase: (data) => ({ ...data, reason: ERASED_TEXT }),
    outline: ({ journal }) => ({
      k: "resumed",
      unknown: journal.filter((line) => line.state === "unknown").length,
    }),
    project: (projection) => withStatus(projection, { status: "running", waitingFor: null }),
  }),
  defineEvent("trace.finished", {
    data: openObject({
      status: z.enum(["completed", "failed", "cancelled", "interrupted"]),
      failure: failureSchema.nullable(),
      summary: z.string().nullable(),
    }),
    erase: (data) => ({
      ...data,
      failure: data.failure && eraseFailure(data.failure),
      summary: eraseText(data.summary),
    }),
    outline: ({ status, failure, summary }) => ({
      k: "end",
      status,
      d: failure?.message ?? summary?.slice(0, MAX_TASK_LENGTH) ?? "",
    }),
    project: (projection, { status, failure, summary }, at) => ({
      ...withStatus(projection, { status, waitingFor: null }),
      phase: "idle",
      failure,
      summary,
      endedAt: at,
    }),
  }),
  defineEvent("route.decided", {
    // Version 1 recorded neither the deciding call nor its cost.
    upcasts: [(data) => ({ ...data, callId: null, cost: data["by"] === "model" ? null : 0 })],
    data: openObject({
      route: z.enum(["DIRECT", "SIMPLE_TOOL", "PLAN_REQUIRED"]),
      by: z.enum(["rule", "model", "agent"]),
      reason: z.string(),
      callId: z.string().nullable(),
      /** Cost of that call in US dollars; null when unknown, 0 when no model was called. */
      cost: z.number().nullable(),
    }),
    erase: (data) => ({ ...data, reason: ERASED_TEXT }),
    outline: ({ route, by, reason }) => ({ k: "route", route, by, d: oneLine(reason) }),
  }),
] as const;

/** Only a waiting run has a wake time. */
function withStatus(
  { wakeAt: _, ...projection }: TraceProjection,
  {
    status,
    waitingFor,
    wakeAt,
  }: {
    readonly status: TraceStatus;
    readonly waitingFor: WaitingFor | null;
    readonly wakeAt?: number | undefined;
  },
): TraceProjection {
  const changed = { ...projection, status, waitingFor };
  return status === "waiting" && wakeAt !== undefined ? { ...changed, wakeAt } : changed;
}
