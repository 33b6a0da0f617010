/** A file larger than this is not changed by tools: before and after travel to the log with each change. */
export const MAX_CHANGED_FILE_BYTES = 10 * 1024 * 1024;
/** How much of a file is looked at to find its encoding; files up to this size are judged whole. */
export const ENCODING_SAMPLE_BYTES = 10 * 1024 * 1024;
/** Share of control characters from which bytes that are no UTF-8 count as binary rather than Latin-1. */
export const BINARY_CONTROL_SHARE = 0.05;

/** About what a reader can use at once; the notice says how to go on. */
export const READ_DEFAULT_LINES = 2000;
export const READ_MAX_OUTPUT_CHARACTERS = 50_000;
/** Minified lines are cut so that one line cannot fill the answer. */
export const READ_MAX_LINE_CHARACTERS = 2000;
/** Providers refuse larger images. */
export const READ_MAX_IMAGE_BYTES = 5 * 1024 * 1024;

export const LIST_MAX_ENTRIES = 500;
export const LIST_MAX_DEPTH = 5;
export const GLOB_MAX_RESULTS = 500;
/** Directory entries one glob or grep looks at before it stops with a notice: seconds, not minutes, on a huge tree. */
export const WALK_MAX_ENTRIES = 200_000;
/** Each further `*` in one path segment multiplies the worst matching time by the length of a file name. */
export const GLOB_MAX_STARS_PER_SEGMENT = 4;
export const GLOB_MAX_GLOBSTARS = 6;
export const GLOB_MAX_LENGTH = 500;

export const GREP_DEFAULT_MATCHES = 100;
export const GREP_MAX_MATCHES = 1000;
export const GREP_MAX_CONTEXT_LINES = 10;
export const GREP_MAX_PATTERN_LENGTH = 1000;
export const GREP_MAX_LINE_CHARACTERS = 500;
export const GREP_MAX_OUTPUT_CHARACTERS = 40_000;
/** Larger files are named in the answer as not searched. */
export const GREP_MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Text handed to the search thread at once: large enough to make the hand-over cheap, small enough to bound memory. */
export const GREP_BATCH_CHARACTERS = 1024 * 1024;
/** A sane expression needs milliseconds for one batch; one that needs longer backtracks. */
export const GREP_BATCH_TIME_LIMIT_MS = 5000;
/** Files read side by side: hides the latency of the thread pool, which has four threads. */
export const GREP_PARALLEL_READS = 8;

/** The interface shows diffs; the blobs hold the whole truth. */
export const DIFF_MAX_CHARACTERS = 100_000;
/** Finding a shortest diff is quadratic in its length; past this the changed stretch counts as replaced. */
export const DIFF_MAX_EDITS = 1000;

export const CALCULATOR_MAX_LENGTH = 1000;
export const CALCULATOR_MAX_DEPTH = 64;
/** Significant digits of every step. A result that needs fewer is exact. */
export const CALCULATOR_PRECISION = 120;
/** Significant digits shown of a result that is not exact. */
export const CALCULATOR_SHOWN_DIGITS = 40;
/** Largest power of ten of any value. */
export const CALCULATOR_MAX_EXPONENT = 10_000;
/** Trigonometric functions reduce their argument digit by digit; larger ones have no meaning at this precision. */
export const CALCULATOR_MAX_ANGLE = 1_000_000_000;
export const CALCULATOR_MAX_FACTORIAL = 1000;

/** With more answers under way, runs take turns: so many steps in a row hold up the event loop for less than ten milliseconds. */
export const ANSWERS_AT_ONCE = 8;
/** So many take their turn together: each turn has its price, and what is appended in one is committed together. */
export const ANSWERS_PER_TURN = 8;
/** A kept connection to a model is let go after this long: most servers wait five seconds and more, and sending into a closed one fails. */
export const FREE_SOCKET_MS = 4_000;
/** Kept connections to one server: as many as runs work side by side. */
export const FREE_SOCKETS = 256;
/** After what a reader wanted of an answer, this much more and this long is waited for its end; otherwise the connection is closed. */
export const DRAIN_MAX_BYTES = 64 * 1024;
export const DRAIN_MAX_MS = 1_000;
