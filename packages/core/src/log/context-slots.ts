/** The places for texts from outside the log, in the order of a request. The stored names never change. */
export const CONTEXT_SLOTS = ["instructions", "project_context", "tools"] as const;
/** One of them. */
export type ContextSlot = (typeof CONTEXT_SLOTS)[number];
