import { z } from "zod";

/** The cause of a compaction: a threshold, an endpoint that rejected the request as too long, or a request by a person or the model. */
export const compactionReasonSchema = z.enum(["threshold", "too_long", "asked"]);
export type CompactionReason = z.output<typeof compactionReasonSchema>;
