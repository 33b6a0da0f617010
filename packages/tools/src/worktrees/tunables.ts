/** Adding a worktree writes an index of the whole repository, which takes seconds where it is large. */
export const WORKTREE_GIT_TIME_LIMIT_MS = 60_000;
/** Files written at once: the thread pool has four threads. */
export const PARALLEL_WRITES = 8;
/** A larger version of a file that was not merged is not shown to the model: it reads blobs in parts, but they are stored in one piece. */
export const SHOWN_VERSION_MAX_BYTES = 4 * 1024 * 1024;
