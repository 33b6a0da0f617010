/** Larger files are not parsed: a minified file of one million characters takes about two seconds. */
export const CODE_MAX_FILE_BYTES = 2 * 1024 * 1024;
/** Time to parse one file. Sources take milliseconds; a text that is far from its language can take seconds. */
export const CODE_TIME_LIMIT_MS = 15_000;
/** Functions, classes and imports taken from one file. Files that people write have hundreds. */
export const CODE_MAX_FOUND = 5000;
/** Branches and comments of one file: they are only counted, which is cheap. */
export const CODE_MAX_COUNTED = 100_000;
/** Children of one node that are looked at. */
export const CODE_MAX_CHILDREN = 500;
/** Syntax errors of one file that are shown. */
export const CODE_MAX_ERRORS = 20;
/** Functions and imports in the cache of a process, about 100 MB of them. */
export const CODE_CACHE_ITEMS = 200_000;

/** Files of one folder that are analyzed. More are analyzed by further calls on parts of it. */
export const SURVEY_MAX_FILES = 2000;
/** Bytes of one folder that are analyzed. */
export const SURVEY_MAX_BYTES = 40 * 1024 * 1024;
/** Time for a folder; the rest stays for the next call, which finds these files in the cache. */
export const SURVEY_TIME_LIMIT_MS = 45_000;

export const AST_DEFAULT_DEPTH = 6;
export const AST_MAX_DEPTH = 30;
/** Nodes of a tree that the model reads: about 2,000 tokens. */
export const AST_MAX_NODES = 150;
/** Characters of a leaf that are shown. */
export const AST_LEAF_CHARACTERS = 60;
/** Rows of a result: functions, imports or files. */
export const CODE_DEFAULT_ROWS = 50;
export const SIGNATURE_MAX_CHARACTERS = 400;
/** Functions and files that a report of metrics names. */
export const METRICS_DEFAULT_ROWS = 10;
/** Time for a call: that of a folder, and of the last file in it, with the wait for a processor. */
export const CODE_CALL_LIMIT_MS = 120_000;
