import { z } from "zod";
import { ERASED_TEXT } from "../erased.ts";
import { openObject } from "../open-object.ts";
import { phaseSchema } from "../trace-schema.ts";
import { defineEvent, nothingToErase } from "./define-event.ts";

/** Types of older logs. They are read, shown, exported and erased as ever, and never written. */
export const RETIRED_EVENTS = [
  /** The phase follows from other events. */
  defineEvent("trace.phase_changed", {
    data: openObject({ phase: phaseSchema }),
    erase: nothingToErase,
    project: (projection, { phase }) => ({ ...projection, phase }),
  }),
  /** Progress is live output, which no log keeps. */
  defineEvent("tool.progressed", {
    data: openObject({ toolCallId: z.string(), text: z.string() }),
    erase: (data) => ({ ...data, text: ERASED_TEXT }),
  }),
] as const;
