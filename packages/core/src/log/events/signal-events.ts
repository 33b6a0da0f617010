import { z } from "zod";
import { oneLine } from "../describe.ts";
import { ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject, type Stored } from "../open-object.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";
import { loopActionSchema, loopDetectorSchema } from "./loop-verdict.ts";

/** The person who paused or resumed a run, and the reason; null when the runtime did. */
const pauseSchema = openObject({
  signalId: z.string().nullable(),
  personId: z.string().nullable(),
  reason: z.string().nullable(),
});

/** Interventions in a run: signals from people, limits and loops. */
export const SIGNAL_EVENTS = [
  /** A signal that the run acted on. `signal` is its kind. */
  defineEvent("signal.received", {
    // Version 1 supported only cancellations.
    upcasts: [({ reason, ...data }) => ({ ...data, payload: { reason } })],
    data: openObject({
      signalId: z.string(),
      signal: z.string(),
      personId: z.string().nullable(),
      payload: z.record(z.string(), z.unknown()),
    }),
    erase: (data) => ({ ...data, payload: {} }),
    outline: ({ signal }) => ({ k: "signal", d: signal }),
  }),
  defineEvent("run.paused", {
    data: pauseSchema,
    erase: erasePause,
    outline: ({ reason }) => ({ k: "paused", d: oneLine(reason ?? "") }),
  }),
  defineEvent("run.resumed", {
    data: pauseSchema,
    erase: erasePause,
    outline: ({ reason }) => ({ k: "unpaused", d: oneLine(reason ?? "") }),
  }),
  defineEvent("limit.reached", {
    data: openObject({
      limit: z.enum(["steps", "tokens", "duration", "output"]),
      used: z.number(),
      allowed: z.number(),
    }),
    erase: nothingToErase,
    outline: ({ limit }) => ({ k: "limit", d: limit }),
  }),
  defineEvent("loop.detected", {
    data: openObject({
      detector: loopDetectorSchema,
      action: loopActionSchema,
      count: z.number(),
      sequences: z.array(z.number()),
      evidence: z.string(),
    }),
    erase: (data) => ({ ...data, evidence: ERASED_TEXT }),
    outline: ({ detector, action, count, sequences }, entry) => ({
      k: "loop",
      detector,
      action,
      count,
      from: sequences[0] ?? entry.sequence,
    }),
  }),
] as const;

function erasePause(data: Stored<typeof pauseSchema>): Stored<typeof pauseSchema> {
  return { ...data, reason: eraseText(data.reason) };
}
