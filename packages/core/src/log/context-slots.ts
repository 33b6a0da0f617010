/** Slots for text from outside the log, in request order. The names are stored and never change. */
export const CONTEXT_SLOTS = ["instructions", "core_skill", "profile", "project_context", "tools"] as const;
export type ContextSlot = (typeof CONTEXT_SLOTS)[number];
