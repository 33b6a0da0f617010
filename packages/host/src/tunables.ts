/** A person waits in front of the settings page while a model is tested. */
export const MODEL_TEST_MS = 30_000;
/** Between pieces of the scripted demo: slow enough to watch, quick enough not to bore. */
export const SCRIPTED_PAUSE_MS = 25;
/** Context window of a model whose maker is unknown: what most models have. Tokens. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;
/** Characters of a message that become the title of its conversation: one line of the sidebar. */
export const TITLE_CHARACTERS = 60;
/** Running steps get this long to finish after a worker is asked to stop. */
export const DRAIN_MS = 10_000;
/** A worker's heap may grow by this much beyond what lived at the last collection: a third less memory for 200 concurrent runs, 5 % more CPU time. */
export const HEAP_GROWTH_PERCENT = 30;
/** First pause before an unreachable database is tried again; each next pause is twice as long. */
export const DATABASE_RETRY_FIRST_MS = 500;
/** Longest such pause: a run should continue soon after the database is back. */
export const DATABASE_RETRY_MAX_MS = 5_000;
