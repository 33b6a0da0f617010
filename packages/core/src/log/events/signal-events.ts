import { z } from "zod";
import { ERASED_TEXT, eraseText } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";
import { loopActionSchema, loopDetectorSchema } from "./loop-verdict.ts";

/** What turns a run from its course: signals of people, limits and loops. */
export const SIGNAL_EVENTS = [
  defineEvent("signal.received", {
    data: openObject({
      signalId: z.string(),
      signal: z.literal("cancel"),
      personId: z.string().nullable(),
      reason: z.string().nullable(),
    }),
    erase: (data) => ({ ...data, reason: eraseText(data.reason) }),
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
