/** Characters of a message between agents: it corrects or asks, and a task of its own is handed over with `task`. */
export const MAX_AGENT_MESSAGE_CHARACTERS = 8_000;
/** Tools that a search for words returns. */
export const FOUND_TOOLS = 8;
