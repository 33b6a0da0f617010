/** Time until the server aborts a migration whose process was killed, so that the next start does not wait for it. */
export const MIGRATION_ABANDONED_CHECK_MS = 500;
/** Each attempt can lose only against statements that were running when it began. */
export const MIGRATION_ATTEMPTS = 5;

/** Enough for a web server, a worker and a person's database tools. */
export const EMBEDDED_MAX_CONNECTIONS = 100;
/** A start may have to wait for the last backends of a killed server, which briefly hold its shared memory. */
export const EMBEDDED_START_ATTEMPTS = 100;
export const EMBEDDED_START_RETRY_MS = 200;

/** Connections per process. Group commits need two of them, whatever the number of runs. */
export const POOL_CONNECTIONS = 10;
export const CONNECT_TIMEOUT_MS = 5_000;
/** The system asks a silent server after this time whether it still exists, and gives the connection up ten seconds later otherwise. */
export const SERVER_PROBE_MS = 10_000;
/**
 * The server does the same for its clients: within half a minute after a machine vanished, its connections, and with them its locks and
 * the impression that its workers live, are gone.
 */
export const CLIENT_PROBE_S = { idle: 10, interval: 5, count: 3, unacknowledged: 30 };
/** A frozen process must not hold row locks forever. */
export const IDLE_TRANSACTION_LIMIT_MS = 10_000;

/** Maximum traces per group commit: each adds about 105 bytes to the notice, which PostgreSQL limits to 8,000. */
export const GROUP_MAX_TRACES = 60;
/** Maximum entries per group commit: larger statements gain nothing and delay other appends. */
export const GROUP_MAX_ENTRIES = 2_000;
/** Maximum characters of entries and blobs per group commit, for the same reason. */
export const GROUP_MAX_CHARACTERS = 4_000_000;
/** Concurrent group commits: one is prepared while the other waits for the disk. */
export const GROUP_MAX_IN_FLIGHT = 2;
/** Maximum characters waiting for a commit. Further appends fail, so that memory stays bounded while the database is away. */
export const QUEUE_MAX_CHARACTERS = 256_000_000;
/** Time for which appends still wait for an absent database once their process closes: a restart of PostgreSQL takes about this long. */
export const CLOSE_RETRY_LIMIT_MS = 3_000;
/** Minimum time between two log messages about the same outage. */
export const OUTAGE_LOG_INTERVAL_MS = 30_000;
export const RETRY_FIRST_MS = 50;
export const RETRY_MAX_MS = 1_000;

export const ENTRIES_DEFAULT_LIMIT = 1_000;
/** Maximum page size, whatever limit is requested. */
export const LIST_MAX_LIMIT = 200;
/** Characters of a trace's header that lists load: the agent's instructions and the beginning of the task, which follows them. */
export const LIST_HEADER_CHARACTERS = 65_536;

/** Deltas are sent in batches at this interval, too short to notice. */
export const DELTA_COALESCE_MS = 50;
/** Bytes of text in one notice. PostgreSQL allows 8,000 bytes in total, and JSON escaping can double a text. */
export const NOTICE_TEXT_BYTES = 3_500;
/** Deltas queued for an unavailable database are dropped beyond this many characters; the log later supplies the text. */
export const DELTA_BUFFER_CHARACTERS = 1_000_000;
/** Maximum output of a tool sent per `DELTA_COALESCE_MS`, in UTF-16 units; the end is kept. No one reads 300 kB/s. */
export const OUTPUT_NOTICE_CHARACTERS = 16_384;
/** Late subscribers may miss up to this much of a partial text; deltas supply the rest. */
export const PARTIAL_UPSERT_MS = 200;
/** A partial text is stored whole each time; a longer one waits once more for each of these characters, so that its cost stays bounded. */
export const PARTIAL_UPSERT_CHARACTERS = 32_000;
/** The end of a running tool's output that late subscribers receive, in UTF-16 units: more than a screen holds. */
export const PARTIAL_TOOL_CHARACTERS = 65_536;
export const LISTEN_RECONNECT_MS = 250;
/** Interval at which the listener checks its connection: one that died silently would otherwise go unnoticed. */
export const LISTEN_CHECK_MS = 5_000;

/** Interval at which workers check for expired leases and lost wake-ups. */
export const RECONCILE_MS = 2_000;

/** Characters of a message that are searchable: enough for what people write and remember, bounded for tool output. */
export const SEARCH_TEXT_CHARACTERS = 6_000;
export const SEARCH_ARGUMENT_CHARACTERS = 1_500;
export const SEARCH_OUTPUT_CHARACTERS = 2_000;
/** With more matches than this, testing the newest traces one by one fills a page sooner than collecting all matches. */
export const SEARCH_MAX_RARE_MATCHES = 5_000;
/**
 * Totals under a common text cover this many of the newest runs that match everything else, which takes well under a tenth of a second, and
 * report since when.
 */
export const SEARCH_FIGURES_MAX_RUNS = 10_000;
/** A larger count is shown as "more than". */
export const NEWER_COUNT_LIMIT = 100;
/** Traces removed from a list are deleted permanently after this time, unless the person purges them earlier. */
export const REMOVED_RETENTION_MS = 3_600_000;
/** Time that a worker gets to end the run of a conversation that is being deleted; then the run is deleted under it. */
export const DELETION_CANCEL_MS = 3_000;
/** Unfinished deletions that are continued at once. Only a crash leaves any. */
export const UNFINISHED_DELETIONS_BATCH = 100;

/** A run that ended this long ago is assumed to stay ended, so figures add it to their sums. A later change must subtract it again. */
export const USAGE_SETTLED_MS = 600_000;
/** Runs added to the sums before a read of usage: takes some tens of milliseconds, and more than usually end between two reads. */
export const USAGE_COUNT_BATCH = 2_000;

/** Precision of "last seen" and "last used": written on every request, these rows would be the most contended of all. */
export const MEMBER_SEEN_MS = 300_000;

/** Claims in one transaction: no more than a worker makes at once. */
export const CLAIMS_MAX_BATCH = 16;
/** Leases renewed or given back in one statement: all of a large worker. */
export const LEASES_MAX_BATCH = 100;
/** Runs whose use of profile files or experiences is recorded in one statement. */
export const USES_MAX_BATCH = 60;
/** Versions of profile files written by one statement. Their texts are bounded, and few people write at once. */
export const PROFILE_WRITES_MAX_BATCH = 60;
/** A log this short is read together with those of other runs: a new one has two or three entries. */
export const SHORT_READ_ENTRIES = 10;
/**
 * How long a window holds that was guessed from the size of a refused request. A guess may be far too small, and it costs at most two refusals to
 * guess again.
 */
export const GUESSED_WINDOW_DAYS = 7;
/** Callers identified by one statement: more gain nothing and delay the first. */
export const CALLERS_MAX_BATCH = 100;
/** Runs of a worker whose signals or permissions are read by one statement. */
export const RUNS_MAX_BATCH = 60;
/** Workspaces whose MCP servers and approvals a process keeps: with 20 servers each, less than 20 MB. */
export const MCP_STATES_KEPT = 50;
/** Runs stored by one transaction. Bounded by its notice, as `GROUP_MAX_TRACES`. */
export const STARTS_MAX_BATCH = 60;
/** A run starts with two or three entries; a trace with more is an import, which is stored alone. */
export const START_MAX_ENTRIES = 10;
/** Entries of an import stored by one statement: some milliseconds of the event loop, and few statements for a long log. */
export const IMPORT_PIECE_ENTRIES = 100;

/** The window of quotas of model calls, as their names say. */
export const CALL_GRANT_WINDOW_MS = 60_000;
/** Longer than any window in which calls are counted. */
export const CALL_COUNTS_RETENTION_MS = 3_600_000;
/** More than one per new caller, so that deletion keeps up with any flood. */
export const CALL_COUNTS_SWEEP_BATCH = 20;
/** The same for counters of attempts at passwords. */
export const SIGN_IN_ATTEMPTS_RETENTION_MS = 3_600_000;
export const SIGN_IN_ATTEMPTS_SWEEP_BATCH = 20;
/** Time after the end of a lease for which its reservations still count: an outage that ends leaves holders this long to renew. */
export const BUDGET_HOLD_GRACE_MS = 5_000;
/** Messages that may be queued in a conversation: more than anybody plans ahead, few enough for one list. */
export const QUEUE_MAX_MESSAGES = 50;
/** Queued messages that one process starts at once. */
export const QUEUE_CLAIM_BATCH = 20;
/** A process that has not started a turn after this time has died: starting takes milliseconds. */
export const QUEUE_CLAIM_STALE_MS = 30_000;

/** Runs whose tool calls are counted before a read of tool uses: takes some tens of milliseconds. With more, figures catch up over several reads. */
export const TOOL_USE_COUNT_RUNS = 500;
/** Memory entries that are read to count their terms: a term in one of a thousand occurs in twenty of them. */
export const COUNTED_MEMORIES = 20_000;
/** Memory entries whose terms are written together. */
export const MEMORY_TERMS_BATCH = 1_000;
/** Memory entries whose names get their keys together: takes a third of a second on a busy machine. */
export const MEMORY_KEYS_BATCH = 1_000;
/** Characters of a term that count: an encoded file in one word has more, and PostgreSQL takes 2,046 bytes. */
export const MAX_TERM_CHARACTERS = 200;
