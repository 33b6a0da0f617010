/** The numbers that tune behavior, each with its reason; those of the search are in `search/tunables.ts`. Times are in milliseconds. */

/** Attempts per model and call. Five attempts with doubling backoff bridge a provider outage of about 15 s and end before a person gives up. */
export const MAX_MODEL_ATTEMPTS = 5;
/** The first backoff. It doubles with each attempt; jitter multiplies it by 0.5 to 1. */
export const INITIAL_BACKOFF_MS = 500;
/** Maximum backoff, unless the provider requests a longer wait. */
export const MAX_BACKOFF_MS = 20_000;
/** A provider that requests a longer wait counts as unavailable; the error states the requested wait. */
export const MAX_RETRY_AFTER_MS = 60_000;
/** Attempts of a call start only this long after its first one: an endpoint that fails slowly is given up within minutes. */
export const ATTEMPTS_START_WITHIN_MS = 400_000;
/** One empty answer is usually a glitch; three are not. */
export const MAX_EMPTY_ANSWERS = 3;
/** Time limit of a tool that sets none. */
export const TOOL_TIME_LIMIT_MS = 60_000;
/** Maximum number of parallel tool calls in a batch: more rarely speeds up a disk, and starves other runs. */
export const MAX_PARALLEL_TOOLS = 8;
/** How deep sub-agents may be nested below the run that a person started. */
export const MAX_CHILD_DEPTH = 3;
/** Sub-agents that one run executes at a time; more wait for a place. */
export const MAX_CHILDREN_AT_ONCE = 8;
/** Sub-agents that one run of a person may start, at all depths together: runaway trees of agents are the commonest runaway cost. */
export const MAX_CHILDREN_PER_RUN = 64;
/** Characters of the task that one agent may hand to another. */
export const MAX_CHILD_PROMPT_CHARACTERS = 20_000;
/** How long a run waits for its model. */
export const MODEL_TIMEOUTS = {
  /** Reasoning models may think for two minutes before the first byte. */
  firstByteMs: 120_000,
  /** Time limit for the first token when a provider only sends comments. */
  firstTokenMs: 300_000,
  /** A stream that is silent this long is cut and retried. */
  idleMs: 60_000,
};
/** Wait for usage and end mark after the finish reason: the answer is complete, and some providers leave the connection open. */
export const FINISHED_STREAM_MS = 3_000;
/** Maximum characters of an answer: text, reasoning and calls together. Longer than any model writes at once; a longer one is cut. */
export const MAX_ANSWER_CHARACTERS = 1_000_000;
/**
 * The pace at which a streamed answer is read: characters at once, then characters a second, about 8,000 tokens and more than twice the
 * fastest provider; and the bytes around each character, of which providers send up to a hundred.
 */
export const ANSWER_PACE = { burst: 128_000, perSecond: 32_000, bytesPerCharacter: 128 };
/** Maximum tool calls of an answer; twice as many as providers permit. */
export const MAX_ANSWER_CALLS = 256;
/** Maximum bytes of one event of a stream, or of an answer in one document: the longest answer with every character escaped. */
export const MAX_EVENT_BYTES = 32_000_000;
/** Bytes read of an error response: enough for every provider's error, and for the title of a web page. */
export const MAX_ERROR_BYTES = 64_000;
/** Maximum characters shown of a text that another program supplied as its error. */
export const MAX_FOREIGN_CHARACTERS = 300;
/** Maximum nesting of tool arguments; no tool needs a tenth of it, and code that walks them must not run out of stack. */
export const MAX_ARGUMENTS_DEPTH = 100;
/** Characters of unreadable arguments that the model sees again. */
export const UNREADABLE_ARGUMENTS_CHARACTERS = 4_000;
/** Step limit of a run if the agent sets none. */
export const MAX_STEPS = 50;
/** Maximum tokens of the plan in the tail. It must be small, because every call pays for it in full. */
export const PLAN_TOKENS = 800;
/** Maximum tokens of the goals whose numbers have changed, in the tail. */
export const RENUMBERED_TOKENS = 400;
/** Maximum tokens of all AGENTS.md layers together, in any window; longer ones are cut with a notice. */
export const PROJECT_CONTEXT_TOKENS = 8_000;
/** Maximum share for AGENTS.md layers of what instructions and tools leave of a window: rules must leave room for the work. */
export const PROJECT_CONTEXT_SHARE = 0.25;
/** Maximum tokens reserved for the answer when the window is checked. */
export const ANSWER_RESERVE_TOKENS = 4_096;
/** Maximum share of the window reserved for the answer: with less, the request for a summary of a full small window does not fit either. */
export const ANSWER_RESERVE_SHARE = 1 / 4;
/** Share of a budget at which a run is warned. */
export const BUDGET_WARN_SHARE = 0.8;
/** Pause before a call asks again for a reservation that others leave no room for: shorter than most calls, and rare enough for a hundred runs. */
export const BUDGET_RETRY_MS = 500;
/** Consecutive equal calls that count as a loop. */
export const SAME_CALL_REPEATS = 3;
/** Rounds of a cycle of calls that count as a loop. */
export const CYCLE_REPEATS = 3;
/** Maximum length of a detected cycle, in calls. */
export const MAX_CYCLE_LENGTH = 4;
/** Consecutive equal errors that count as a loop. */
export const SAME_ERROR_REPEATS = 5;
/** Consecutive equal results of one tool, even for different arguments, that count as a loop. */
export const NO_PROGRESS_REPEATS = 8;
/** Consecutive equal assistant texts that count as a loop. */
export const SAME_TEXT_REPEATS = 3;
/** Detections after which a run is stopped even if each loop was new. */
export const MAX_LOOP_DETECTIONS = 6;
/** A streamed answer is checked for repetition each time it has grown by this many characters. */
export const STREAM_CHECK_CHARACTERS = 400;
/** Repetitions of a block of at least 12 characters at the end of a stream that count as a loop. */
export const STREAM_BLOCK_REPEATS = 12;
/** Maximum length of a repeated block, in characters: a long paragraph. */
export const STREAM_BLOCK_CHARACTERS = 400;
/** Resumes after a worker's death without progress after which the next death ends the run as a crash loop. */
export const MAX_RESUMES_WITHOUT_PROGRESS = 3;
/** The same for deaths and lost leases together. Higher, because a stall costs all runs of a worker their leases, not only its cause. */
export const MAX_LOSSES_WITHOUT_PROGRESS = 6;
/**
 * A lease expires after this long without renewal: three missed heartbeats. With the poll and the start of a successor, a takeover then takes
 * less than 15 s also on a busy machine. A lease that expires too early costs little: its holder goes on unless another worker claims the run.
 */
export const LEASE_MS = 6_000;
/** Time between two renewals of a lease. */
export const HEARTBEAT_MS = 1_750;
/** After an outage of the database, workers wait this many heartbeats before they claim: living holders renew their leases meanwhile. */
export const RECOVERY_HEARTBEATS = 1.2;
/** Time between attempts of a run to use the absent database; shorter than the wait of other workers after an outage. */
export const DATABASE_RETRY_MS = 500;
/** A stall this long costs every run of the worker a heartbeat and counts against the run that caused it. */
export const HARMFUL_STALL_MS = 2_500;
/** Harmful stalls, or executions that failed outside the log, after which a run is set aside. Once or twice may be the machine's fault. */
export const MAX_RUN_INCIDENTS = 3;
/** Runs whose incidents a worker remembers: many more than it executes at a time. */
export const MAX_RUNS_WITH_INCIDENTS = 1_000;
/** Time between two polls of a worker for claimable runs, even if nothing wakes it. */
export const RECONCILE_MS = 1_000;
/** Maximum concurrent runs of one worker. High, because runs wait for models most of the time. */
export const WORKER_CONCURRENCY = 256;
/**
 * A workspace takes another slot of a worker only while it holds fewer than this many times the free ones: alone it gets up to seven
 * eighths, several together leave fewer, and one that holds none always finds a slot.
 */
export const SLOTS_PER_FREE_SLOT = 7;
/** Claims of a worker at once, after smaller numbers have all found runs: a burst of starts is claimed by a few statements. */
export const MAX_CLAIMS_AT_ONCE = 16;
/** Workers sweep orphaned blobs at startup and then at this interval. */
export const BLOB_SWEEP_INTERVAL_MS = 3_600_000;
/** Orphaned blobs are kept for a day: content is stored before the entry that references it, and a run may pause in between. */
export const ORPHAN_BLOB_RETENTION_MS = 86_400_000;
/** A run assumes for this long that content it stored still exists, then sends it again: orphaned content may be swept while a run waits. */
export const BLOB_ASSUMED_STORED_MS = 3_600_000;
/** Minimum time between two deltas of a running tool's output. Shorter intervals are not visible. */
export const OUTPUT_COALESCE_MS = 50;
/** Tool output is masked in slices of this many UTF-16 units: small enough to save memory, large enough to make the call overhead negligible. */
export const OUTPUT_SLICE_CHARACTERS = 8_192;
/** UTF-16 units at the end of a running tool's output that late subscribers receive: more than fits on a screen. */
export const PARTIAL_TOOL_CHARACTERS = 65_536;
/** A run is marked as waiting for its folder only after this long: workers that have the folder may still be starting. */
export const MISSING_FOLDER_GRACE_MS = 10_000;
/** Minimum time between two log messages of a worker about the same missing project folder. */
export const MISSING_FOLDER_LOG_INTERVAL_MS = 300_000;
/** Characters up to which a result is whole while it fits: about as much as a model reads carefully at once. A tool may set its own limit. */
export const SPILL_CHARACTERS = 6_000;
/** Share of what is free in a request that the results of one step take before anything of them is cut. */
export const WHOLE_SHARE = 1 / 3;
/** Share of what is free for all results of a step, whole or cut: later results of a step need room too. */
export const STEP_SHARE = 0.5;
/** Minimum characters of a preview: shorter heads and tails are useless. */
export const MIN_PREVIEW_CHARACTERS = 300;
/** Maximum share of a preview for an error and the facts of the part that is left out: the next answers use those more than prose. */
export const LEFT_OUT_SHARE = 0.35;
/** Characters per token, for text limits as a share of the window. A little low, so that limits err on the short side. */
export const CHARACTERS_PER_TOKEN = 3.5;
/** Plausible bounds of the provider's token count divided by ours; outside of them the provider counts something else. */
export const MIN_SCALE = 0.7;
export const MAX_SCALE = 2;
/** Results are cleared only above this share of the usable window: a half-empty window does not justify a broken cache. */
export const CLEAR_ABOVE_SHARE = 0.6;
/** Minimum share of the usable window that clearing must free to justify a broken prompt cache. */
export const CLEAR_FREES_SHARE = 0.15;
/** Steps for which clearing must suffice at the log's growth: the target is three broken caches per 100 steps. */
export const CLEAR_LASTS_STEPS = 34;
/** Clearing at the limit is enough if it gets down to this share of the usable window; otherwise a summary follows soon. */
export const CLEARED_SHARE = 0.4;
/** Number of newest results that are not cleared: the model is working with them. */
export const CLEAR_KEEPS_RESULTS = 5;
/** Number of newest results kept in an emergency, when a summary is not possible yet. */
export const EMERGENCY_CLEAR_KEEPS_RESULTS = 2;
/** Minimum tokens that replacing a result must save: the placeholder needs some itself. */
export const MIN_CLEAR_SAVINGS_TOKENS = 24;
/** The history is summarized above this share of the usable window (80–85 %). */
export const SUMMARIZE_ABOVE_SHARE = 0.85;
/** The next summary is requested in the background above this share: the few steps until the limit stay verbatim anyway. */
export const PREPARE_ABOVE_SHARE = 0.75;
/** A background summary requires more than this many steps left, and tokens for this many calls of its size. */
export const BACKGROUND_SUMMARY_MIN_STEPS = 3;
/** Soon after a summary, the next one waits until this share; only very small windows reach it. */
export const SUMMARIZE_HARD_SHARE = 0.96;
/** Minimum steps between two summaries below the hard limit. */
export const STEPS_BETWEEN_SUMMARIES = 10;
/** Target size of the view after a summary, as a share of the limit that triggered it. */
export const COMPACTED_SHARE = 0.5;
/** The same where it is more than this: every later call pays for what a summary keeps, and its oldest parts are hardly used. */
export const COMPACTED_TOKENS = 8_000;
export const ROOMY_COMPACTED_SHARE = 0.4;
/** Where the first target leaves too little: this share of what instructions and tools leave up to the limit. */
export const COMPACTED_REST_SHARE = 0.5;
/** The last target of a summary: this share of the limit, just below it. */
export const NEAR_LIMIT_SHARE = 0.95;
/** The window assumed after a refusal that names none, as a share of the refused request: two refusals find any window down to a quarter of it. */
export const REFUSED_WINDOW_SHARE = 0.5;
/** Refusals of one request as too long after which its call fails. */
export const MAX_LENGTH_REFUSALS = 2;
/** Bounds of the newest part that stays verbatim, as shares of the usable window (10–15 %). */
export const MIN_KEPT_SHARE = 0.1;
export const MAX_KEPT_SHARE = 0.15;
/** Newest user messages that a summary shows verbatim, besides the first one. */
export const USER_MESSAGES_KEPT = 10;
/** The amounts that a summary keeps verbatim, tried in order until it fits: first the tail shrinks, then its results are cleared. */
export const SUMMARY_LEVELS = [
  { kept: "high", clears: "nothing" },
  { kept: "half", clears: "nothing" },
  { kept: "last", clears: "nothing" },
  { kept: "last", clears: "seen" },
] as const;
/** The same when nothing of these fits the window: results that the model has not seen become one line each. */
export const LAST_SUMMARY_LEVELS = [
  { kept: "last", clears: "all" },
  { kept: "nothing", clears: "all" },
] as const;
/** Minimum share of the tokens outside instructions and tools that a head gets while the tail can still shrink. */
export const HEAD_SHARE = 0.3;
/** Maximum share of what the summary leaves for requirements, decisions and files that it dropped. */
export const PUT_BACK_SHARE = 0.3;
/** Facts of its result that the line in place of a cleared result lists: what the next answers use of it most. */
export const PLACEHOLDER_FACTS = 40;
/** Facts of its result that the index line of a call lists. */
export const FACTS_PER_CALL = 12;
/** Of these, how many may be amounts: names lead to a record with its amounts, but not the other way round. */
export const AMOUNTS_PER_CALL = 6;
/** The same for the newest calls, whose facts the next answers use most: nearly always all of them. */
export const FACTS_PER_RECENT_CALL = 80;
/** Number of these calls. */
export const RECENT_CALLS = 10;
/**
 * In the index, a fact that was mentioned is as old as a call at this part of its distance: facts of results a few steps old are used more often than
 * mentions of long ago.
 */
export const MENTION_AGE_DIVISOR = 4;
/** Minimum tokens of a head: fewer cannot hold marker, state and summary. */
export const MIN_HEAD_TOKENS = 160;
/** Maximum share of the head for plan, todos, pins and file names, so that preserved state alone cannot fill it. */
export const ATTACHMENTS_SHARE = 0.4;
/** Maximum number of recently read files that a summary repeats in full, because the work continues with them. */
export const FILES_SHOWN = 3;
/** Maximum share of the attachments for these files. */
export const FILES_SHARE = 0.4;
/** Consecutive failed summaries after which no more summaries are requested from the model. */
export const BREAKER_FAILURES = 3;
/** The open breaker permits another attempt once the log has grown by this factor. */
export const BREAKER_GROWTH = 1.25;
/** A usable summary is smaller than this share of the text it replaces. */
export const MAX_SUMMARY_SHARE = 0.8;
/** Maximum characters of a summary; a longer stream is cut off as endless. */
export const MAX_SUMMARY_CHARACTERS = 60_000;
/** Attempts to request a summary. Few, because code writes one if the model fails. */
export const MAX_SUMMARY_ATTEMPTS = 2;
/** Maximum tokens of a model's summary: more than a person would read, far less than an answer may have. */
export const MAX_SUMMARY_TOKENS = 2_500;
/** Maximum share of the window for a summary, because its request contains everything else. */
export const MAX_SUMMARY_WINDOW_SHARE = 0.125;
/** Time limit of a summary for which no run waits, and of one that a person asked for. */
export const SUMMARY_TIME_LIMIT_MS = 120_000;
/** Maximum time that a run waits for a summary at the limit, or for its next word: code writes one at once. */
export const SUMMARY_PATIENCE_MS = 6_000;
/** Maximum lines of a ledger, most important first: a person reads it, and it is stored with each summary. */
export const MAX_LEDGER_LINES = 120;

/** Maximum todos in the list. Longer lists are plans and belong in goals. */
export const MAX_TODO_ITEMS = 100;
/** Maximum characters of the plan in a result of `goal`. An excerpt is enough, because each request contains the plan in its tail. */
export const MAX_PLAN_CHARACTERS = 4_000;
/** Maximum matching lines in one result; a more specific search is better than more lines. */
export const READ_RESULT_MATCHES = 40;
/** Characters shown on each side of a match in a long line: enough to recognize a record in one-line JSON. */
export const MATCH_SURROUNDINGS = 160;
/** Lines up to this length are shown whole around a match. */
export const MATCH_LINE_CHARACTERS = 400;
/** Share of the room up to the limit for the pages of one step: the answer and at least one more page fit before the next compaction. */
export const ROOM_SHARE = 0.5;
/** Minimum share of the limit for the pages of one step: a compaction gets down to half of the limit, so a page of this size survives it. */
export const MIN_ROOM_SHARE = 0.2;
/** Maximum tokens of the pages of one step, in any window: every later call pays for them. */
export const MAX_ROOM_TOKENS = 25_000;
/** Steps in which the third request for the same page counts as a loop: the page evidently does not stay in the requests. */
export const SAME_PAGE_STEPS = 10;
/** Entries per page of a log: few round trips, yet small enough for memory. */
export const LOG_PAGE_ENTRIES = 1_000;
/** Entries per page of an outline. They are small, so this size keeps both round trips and event loop pauses few. */
export const OUTLINE_PAGE_ENTRIES = 5_000;
/** Entries first read on either side of an entry to find its model call: the call and its predecessor are nearly always among them. */
export const CALL_READ_ENTRIES = 200;
/** Each further read goes back this many times farther. */
export const CALL_READ_GROWTH = 8;
/** Entries read before a result to find its spill event; only events of parallel calls can come between them. */
export const SPILL_READ_ENTRIES = 300;
/** Entries read before a compaction to find its failed attempts, which directly precede it. */
export const COMPACTION_READ_ENTRIES = 50;
/** Maximum messages listed of a call's context: more than a person reads. The rest is only counted. */
export const CONTEXT_PARTS_SHOWN = 600;
/** Maximum messages listed of a rebuilt request. */
export const REQUEST_MESSAGES_SHOWN = 200;
/** Maximum characters shown of each listed message. */
export const REQUEST_MESSAGE_CHARACTERS = 2_000;
/** Characters of an entry's text that the inspector loads at once; longer texts are paged. */
export const ENTRY_PREVIEW_CHARACTERS = 100_000;
/** Candidates per read when searching one log: nearly every search needs one round trip. */
export const SEARCH_BATCH_ENTRIES = 1_000;
/** Maximum hits of one search in a log; more require a more specific text. */
export const SEARCH_HITS = 1_000;
/** Maximum candidates read for one search, so that a search for a field name does not read the whole log. */
export const SEARCH_CANDIDATES = 4_000;
/** Entries of a log that `search_history` reads at once, with the originals of their results, which may be long. */
export const SEARCHED_ENTRIES = 50;
/** Maximum file changes listed of one run. */
export const FILE_CHANGES_SHOWN = 2_000;
/** Maximum messages shown by a public link. The rest is only counted. */
export const SHARED_ENTRIES = 1_000;
/** Maximum characters of each message in a public link. */
export const SHARED_TEXT_CHARACTERS = 4_000;
/** Maximum characters of a title in a public link. */
export const SHARED_TITLE_CHARACTERS = 300;
/** A shared text is masked this many characters beyond its end, so that a secret at the cut is still recognized. */
export const SHARED_MASK_LOOKAHEAD = 2_000;
/**
 * Maximum size of a run's context in bytes of JSON. It is meant for a few values, because it is stored with the trace and read with every
 * list.
 */
export const MAX_CONTEXT_BYTES = 8_000;
/** Maximum length of JSON that others wrote: more than any request to a model or exported line. */
export const JSON_MAX_CHARACTERS = 64 * 1024 * 1024;
/** Maximum levels of such JSON: far more than people and models write, far fewer than exhaust the stack of code that walks it. */
export const JSON_MAX_DEPTH = 200;
/** The same for imported traces, whose secrets were replaced by longer marks after their context was measured. */
export const MAX_IMPORTED_CONTEXT_BYTES = 2 * MAX_CONTEXT_BYTES;
/** Bounds of the header line of an imported trace. It holds one task and one agent; with more values, checking it would stall the server. */
export const IMPORT_HEADER_LIMITS = { maxCharacters: 4_000_000, maxDepth: 50, maxValues: 20_000 };
/** Bounds of every other line of an import. The largest entries describe a request with thousands of messages. */
export const IMPORT_LINE_LIMITS = { maxCharacters: 64_000_000, maxDepth: 200, maxValues: 200_000 };
/** Maximum size of the list of models of a server on this machine, which may be any program. Real lists have some kilobytes. */
export const DETECTED_LIST_BYTES = 1_000_000;
/** Maximum models shown of such a server: more than anybody has installed. */
export const DETECTED_MODELS = 500;
/** Maximum length of a model's name, as in the settings. */
export const DETECTED_NAME_CHARACTERS = 200;
/** Maximum length of a question to a person: a page, which no one should have to read. */
export const MAX_QUESTION_CHARACTERS = 4_000;
/** Maximum number of answers to choose from. */
export const MAX_CHOICES = 8;
/** Rules in the permission file of a project. People must be able to read them at a glance; every call is matched against all of them. */
export const PROJECT_RULES_MAX = 200;
