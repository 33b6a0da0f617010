/** Longest description of an agent: one line in the tools of a model that chooses among agents. */
export const AGENT_DESCRIPTION_CHARACTERS = 200;
/** Longest instructions of an agent. They are part of every request, so more would leave no room in a small window. */
export const AGENT_INSTRUCTIONS_CHARACTERS = 40_000;
/** Models of an agent, fallbacks included. Each is tried in turn, so more would only delay a failure. */
export const AGENT_MOST_MODELS = 5;
/** Tools on the list of an agent: more than a request could carry. */
export const AGENT_MOST_TOOLS = 500;
/** Highest limit of steps: ten times what long runs use. */
export const AGENT_MOST_STEPS = 1_000;
/** Highest limit of tokens: beyond it a budget is the better limit. */
export const AGENT_MOST_TOKENS = 1_000_000_000;
/** Highest limit of time: a week. */
export const AGENT_MOST_DURATION_MS = 7 * 24 * 60 * 60 * 1_000;
