import { z } from "zod";

/** The kinds of doom loop. */
export const loopDetectorSchema = z.enum([
  "same_call",
  "cycle",
  "same_error",
  "no_progress",
  "same_text",
  "stream_repetition",
]);
export type DoomLoopDetector = z.output<typeof loopDetectorSchema>;

/** The consequence of a detection. */
export const loopActionSchema = z.enum(["noted", "denied", "stopped", "polling"]);
export type DoomLoopAction = z.output<typeof loopActionSchema>;
