/** Tools do not change larger files: the versions before and after each change go into the log. */
export const MAX_CHANGED_FILE_BYTES = 10 * 1024 * 1024;
/** Replacements of one edit: more is a new file. */
export const EDIT_MAX_REPLACEMENTS = 100_000;
/** Size of a file times the number of its edits: each edit reads the whole text, and this much takes about a second. */
export const EDIT_MAX_WORK_BYTES = 100 * 1024 * 1024;
/** Bytes inspected to detect a file's encoding; files up to this size are inspected completely. */
export const ENCODING_SAMPLE_BYTES = 10 * 1024 * 1024;
/** Share of control characters above which bytes that are not UTF-8 count as binary rather than Latin-1. */
export const BINARY_CONTROL_SHARE = 0.05;

/** About as much as a reader can use at once; a notice explains how to continue. */
export const READ_DEFAULT_LINES = 2000;
export const READ_MAX_OUTPUT_CHARACTERS = 50_000;
/** Minified lines are truncated so that one line cannot fill the result. */
export const READ_MAX_LINE_CHARACTERS = 2000;
/** Providers reject larger images. */
export const READ_MAX_IMAGE_BYTES = 5 * 1024 * 1024;

/** More of an AGENTS.md is not read: a request shows far less. */
export const INSTRUCTIONS_MAX_FILE_BYTES = 1_000_000;
/** A larger AGENTS.md is not compared with the last commit and counts as changed. */
export const INSTRUCTIONS_MAX_COMPARED_BYTES = 10 * 1024 * 1024;
/** Levels of files that include each other with `@path`. */
export const INCLUDE_MAX_DEPTH = 4;
/** Layers and included files together: more are a book, not rules. */
export const INCLUDE_MAX_FILES = 30;
/** Touched folders in which an AGENTS.md is looked for. */
export const NESTED_MAX_FOLDERS = 200;
/** Reading the tree of a commit takes milliseconds. */
export const GIT_TIME_LIMIT_MS = 5000;
/** A line for each of a few files. */
export const GIT_MAX_OUTPUT_BYTES = 64 * 1024;

export const LIST_MAX_ENTRIES = 500;
export const LIST_MAX_DEPTH = 5;
export const GLOB_MAX_RESULTS = 500;
/** Directory entries that one glob or grep examines before it stops with a notice: seconds, not minutes, on a huge tree. */
export const WALK_MAX_ENTRIES = 200_000;
/** Entries of a directory that are matched at once: enough to make the transfer cheap, few enough for the time limit. */
export const WALK_BATCH_ENTRIES = 1000;
/** A larger ignore file does not apply: real ones have some kilobytes. */
export const IGNORE_FILE_MAX_BYTES = 256 * 1024;
export const GLOB_MAX_LENGTH = 500;

export const GREP_DEFAULT_MATCHES = 100;
export const GREP_MAX_MATCHES = 1000;
export const GREP_MAX_CONTEXT_LINES = 10;
export const GREP_MAX_PATTERN_LENGTH = 1000;
export const GREP_MAX_LINE_CHARACTERS = 500;
export const GREP_MAX_OUTPUT_CHARACTERS = 40_000;
/** Larger files are skipped and listed in the result. */
export const GREP_MAX_FILE_BYTES = 32 * 1024 * 1024;
/** Characters passed to the search thread at once: enough to make the transfer cheap, few enough to bound memory. */
export const GREP_BATCH_CHARACTERS = 1024 * 1024;
/** A reasonable pattern needs milliseconds per batch; a slower one is backtracking. */
export const PATTERN_TIME_LIMIT_MS = 5000;
/** Enough for a batch of texts and their lines. */
export const PATTERN_THREAD_HEAP_MB = 512;
/** Concurrent reads, enough to hide the latency of the thread pool, which has four threads. */
export const GREP_PARALLEL_READS = 8;

/** The interface shows diffs; the blobs contain the complete versions. */
export const DIFF_MAX_CHARACTERS = 100_000;
/** Comparing more lines of both versions together takes seconds. */
export const DIFF_MAX_LINES = 500_000;
/** Finding a shortest diff is quadratic in its length; beyond this limit the changed range counts as replaced. */
export const DIFF_MAX_EDITS = 1000;

export const CALCULATOR_MAX_LENGTH = 1000;
export const CALCULATOR_MAX_DEPTH = 64;
/** Significant digits of every step. A result with fewer digits is exact. */
export const CALCULATOR_PRECISION = 120;
/** Significant digits shown for an inexact result. */
export const CALCULATOR_SHOWN_DIGITS = 40;
/** The largest power of ten of any value. */
export const CALCULATOR_MAX_EXPONENT = 10_000;
/** Trigonometric functions reduce their argument digit by digit; larger arguments are meaningless at this precision. */
export const CALCULATOR_MAX_ANGLE = 1_000_000_000;
export const CALCULATOR_MAX_FACTORIAL = 1000;

/**
 * Above this number of responses in progress, runs take turns: this many consecutive steps block the event loop for less than ten
 * milliseconds.
 */
export const CONCURRENT_ANSWERS_WITHOUT_TURNS = 8;
/** Responses handed over per turn: each turn has a cost, and appends of one turn are committed together. */
export const ANSWERS_PER_TURN = 8;
/**
 * Time after which an idle connection to a model is closed: most servers close after five seconds or more, and writing to a closed
 * connection fails.
 */
export const IDLE_SOCKET_MS = 4_000;
/** Maximum idle connections per server: as many as there are concurrent runs. */
export const MAX_IDLE_SOCKETS = 256;
/**
 * After a reader stops early, up to this many bytes and this much time are spent on the rest of the response; then the connection is
 * closed.
 */
export const DRAIN_MAX_BYTES = 64 * 1024;
export const DRAIN_MAX_MS = 1_000;
/** Skills that one check of a folder reads, and the folders within folders that it looks into. More than any collection has. */
export const MAX_SKILL_FOLDERS = 10_000;
export const SKILL_SEARCH_DEPTH = 10;
