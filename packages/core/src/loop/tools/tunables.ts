/**
 * How long a canceled call may take to end its processes and report what they did: people wait for it, and on a busy machine it takes seconds. If a
 * call takes longer, its output and its changes are not in its result.
 */
export const TOOL_STOP_GRACE_MS = 10_000;
