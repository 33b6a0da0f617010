/** A migration whose process was killed ends this soon, so that the next start does not wait for it. */
export const MIGRATION_ABANDONED_CHECK_MS = 500;
/** Each try loses at most to the statements that were under way when it began. */
export const MIGRATION_ATTEMPTS = 5;

/** Enough for a web server, a worker and the tools of a person beside them. */
export const EMBEDDED_MAX_CONNECTIONS = 100;
/** A start can wait for the last backends of a killed server, which hold its shared memory for a moment. */
export const EMBEDDED_START_ATTEMPTS = 100;
export const EMBEDDED_START_RETRY_MS = 200;

/** Connections of one process. Group commits need two of them whatever the number of runs. */
export const POOL_CONNECTIONS = 10;
export const CONNECT_TIMEOUT_MS = 5_000;
/** A frozen process must not hold row locks for ever. */
export const IDLE_TRANSACTION_LIMIT_MS = 10_000;

/** Traces in one group commit: their notice of about 105 bytes each must stay below PostgreSQL's 8,000. */
export const GROUP_MAX_TRACES = 60;
/** Entries in one group commit: larger statements gain nothing and make the others wait. */
export const GROUP_MAX_ENTRIES = 2_000;
/** Characters of entries and blobs in one group commit, for the same reason. */
export const GROUP_MAX_CHARACTERS = 4_000_000;
/** Group commits under way at once: one is being prepared while the other waits for the disk. */
export const GROUP_FLIGHTS = 2;
/** Characters that may wait for a commit; beyond it an append fails, so that memory stays bounded while the database is away. */
export const QUEUE_MAX_CHARACTERS = 256_000_000;
/** How long an append outlasts an absent database. */
export const APPEND_RETRY_LIMIT_MS = 60_000;
export const RETRY_FIRST_MS = 50;
export const RETRY_MAX_MS = 1_000;

export const ENTRIES_DEFAULT_LIMIT = 1_000;
/** A page holds no more than this, whatever is asked. */
export const LIST_MAX_LIMIT = 200;

/** Deltas of this long go out together: the eye sees no difference. */
export const DELTA_COALESCE_MS = 50;
/** Bytes of text in one notice. PostgreSQL allows 8,000 for all of it, and JSON can double a text by escaping. */
export const NOTICE_TEXT_BYTES = 3_500;
/** Deltas waiting for a database that is away are dropped beyond this many characters: the log mends the loss. */
export const DELTA_BUFFER_CHARACTERS = 1_000_000;
/** At most this much of a tool's output, the end of it, is sent every `DELTA_COALESCE_MS`: nobody reads 300 kB/s. UTF-16 units. */
export const OUTPUT_NOTICE_CHARACTERS = 16_384;
/** Who comes late may miss as much of a partial text as is written in this time; deltas bring the rest. */
export const PARTIAL_UPSERT_MS = 200;
/** The end of a running tool's output that late watchers receive: more than a screen holds. UTF-16 units. */
export const PARTIAL_TOOL_CHARACTERS = 65_536;
export const LISTEN_RECONNECT_MS = 250;
/** A dead connection without an end would never be noticed: the listener asks this often. */
export const LISTEN_CHECK_MS = 5_000;

/** Workers look for expired leases and lost wake-ups this often. */
export const RECONCILE_MS = 2_000;

/** How much of a message can be found by text: enough for what people write and remember, bounded for what tools print. Characters. */
export const SEARCH_TEXT_CHARACTERS = 6_000;
export const SEARCH_ARGUMENT_CHARACTERS = 1_500;
export const SEARCH_OUTPUT_CHARACTERS = 2_000;
/** With more matches than this, walking the newest traces and asking each finds a page sooner than collecting all matches. */
export const SEARCH_RARE_MATCHES = 5_000;
/** Totals under a common text look at so many of the newest runs that match all else, well within a tenth of a second, and say since when. */
export const SEARCH_FIGURED_RUNS = 10_000;
/** A count above this is shown as "more than". */
export const NEWER_COUNT_LIMIT = 100;
/** What was deleted from a list and not purged by whoever deleted it goes for good after this long. */
export const REMOVED_KEPT_MS = 3_600_000;

/** A run that ended this long ago is taken to be at its end: figures add it to their sums, from which a change must take it out again. */
export const USAGE_SETTLED_MS = 600_000;
/** Runs added to the sums before usage is read: some tens of milliseconds, more than come to an end between two looks. */
export const USAGE_COUNTED_AT_ONCE = 2_000;

/** "Last here" and "last used" are true to this: written on every request they would be the busiest rows of all. */
export const MEMBER_SEEN_MS = 300_000;

/** Longer than any window in which calls are counted. */
export const CALL_COUNTS_KEPT_MS = 3_600_000;
/** More than one for each new caller, so that forgetting keeps up with any flood. */
export const CALL_COUNTS_SWEPT_AT_ONCE = 20;
