import { z } from "zod";

const STATUS = z.enum(["queued", "running", "waiting", "completed", "failed", "cancelled", "interrupted"]);
const NAMES = z.array(z.string().min(1).max(200)).max(50).optional();
const MOMENT = z.number().min(0).max(253_402_300_799_000);
const optionalRange = (limit: z.ZodNumber) =>
  z.object({ from: limit.nullable(), to: limit.nullable() }).optional();

/** The filters of a trace list, as sent by the client. */
export const TRACE_QUERY = z.object({
  statuses: z.array(STATUS).max(7).optional(),
  agents: NAMES,
  models: NAMES,
  persons: NAMES,
  tags: NAMES,
  tools: NAMES,
  errors: z.boolean().optional(),
  loops: z.boolean().optional(),
  cost: optionalRange(z.number().min(0).max(1e9)),
  durationMs: optionalRange(z.number().min(0).max(1e12)),
  created: optionalRange(MOMENT),
  text: z.string().max(300).optional(),
});
