import { z } from "zod";
import { ERASED_TEXT } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { phaseSchema } from "../trace-schema.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

/** Event types of older logs: still read, shown, exported and erased, but never written. */
export const RETIRED_EVENTS = [
  /** The phase is now derived from other events. */
  defineEvent("trace.phase_changed", {
    data: openObject({ phase: phaseSchema }),
    erase: nothingToErase,
    project: (projection, { phase }) => ({ ...projection, phase }),
  }),
  /** Progress is now live output, which is not logged. */
  defineEvent("tool.progressed", {
    data: openObject({ toolCallId: z.string(), text: z.string() }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
  }),
] as const;
