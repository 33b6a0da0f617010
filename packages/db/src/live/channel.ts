/** The channel through which processes notify each other. */
export const LIVE_CHANNEL = "goaltrace_live";
