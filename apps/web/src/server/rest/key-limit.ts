import type { CallLimit } from "../http/call-limit.ts";

/** Ten requests a second per key, far more than a program that follows streams needs. An open stream counts as one request. */
export const KEY_LIMIT: CallLimit = { limit: 600, windowMs: 60_000 };
