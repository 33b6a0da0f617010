/**
 * How long a canceled call may take to end its processes and say what they did: people wait for it, and on a busy machine it takes seconds.
 * What a call that takes longer printed and changed is not in its result.
 */
export const TOOL_STOP_GRACE_MS = 10_000;
