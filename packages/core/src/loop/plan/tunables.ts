/** Maximum tokens of a helper call's answer that its request leaves room for: a plan of eight steps with reasons has about 600. */
export const HELPER_ANSWER_TOKENS = 2_000;
/** Maximum characters that a helper call may stream, reasoning included: a longer stream is endless. */
export const MAX_HELPER_CHARACTERS = 60_000;
/** Time limit of a helper call. Reasoning models think for a minute before they plan. */
export const HELPER_TIME_LIMIT_MS = 180_000;
/** Maximum time without a word from a helper call: the run waits for it. */
export const HELPER_SILENCE_MS = 90_000;
/** Characters of an unusable answer that the log keeps, enough to see what the model wrote instead. */
export const SHOWN_REJECTION_CHARACTERS = 2_000;
/** Characters of a named value in the tail, which repeats values whose messages are no longer shown: a dozen of them leave room for the work. */
export const SHOWN_VALUE_CHARACTERS = 6_000;
/** Lessons in the tail of a request: older ones have led to another plan or to none. */
export const SHOWN_LESSONS = 5;
