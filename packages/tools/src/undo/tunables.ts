/** Files of a folder beyond which the changes of commands are not recorded: looking at them would take longer than most commands. */
export const COVERED_MAX_FILES = 20_000;
/** Bytes of a folder's files beyond which nothing is recorded: the first command would wait for seconds until they are read. */
export const COVERED_MAX_BYTES = 200 * 1024 * 1024;
/** A larger version of one file is not kept: it is sealed in memory and stored in one piece. */
export const VERSION_MAX_BYTES = 32 * 1024 * 1024;
/** Changed paths of one command that are recorded one by one; each is an entry of the log. */
export const CHANGES_MAX = 1_000;
/** Changed paths without versions that an entry names. */
export const UNCLEAR_MAX = 50;
/** Files read at once: the thread pool has four threads. */
export const PARALLEL_READS = 8;
/** The file system's clock moves in steps: a file may change again within one and look unchanged, so that young files are read again. */
export const CLOCK_STEP_MS = 50;
/** Versions of files that have changed since are deleted after this time; another process may still need younger ones. */
export const VERSION_LIFETIME_MS = 24 * 60 * 60 * 1000;
/** A list of 20,000 files is about 4 MB. */
export const MANIFEST_MAX_BYTES = 32 * 1024 * 1024;
