/** How long a canceled call may take to end its processes and say what they did: people wait for it. */
export const TOOL_STOP_GRACE_MS = 3_000;
