import type { CallLimit } from "../http/call-limit.ts";

/** Requests of one key: ten a second, which no program that follows streams comes near; an open stream is one request. */
export const KEY_LIMIT: CallLimit = { limit: 600, windowMs: 60_000 };
