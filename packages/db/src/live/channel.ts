/** The one channel on which all processes tell each other what happens. */
export const LIVE_CHANNEL = "goaltrace_live";
