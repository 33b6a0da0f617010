import { z } from "zod";

/** What caused a compaction: a threshold, an endpoint that refused the length, or a request by a person or the model. */
export const compactionReasonSchema = z.enum(["threshold", "too_long", "asked"]);
export type CompactionReason = z.output<typeof compactionReasonSchema>;
