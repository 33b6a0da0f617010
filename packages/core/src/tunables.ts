/** Every number that tunes behaviour, with its reason. Times are milliseconds. */

/** Attempts per model and call. Five with doubling backoff cover a provider's hiccup of about 15 s and end before a person gives up. */
export const MODEL_ATTEMPTS = 5;
/** First backoff; doubles with each attempt. Jitter multiplies it by 0.5 to 1. */
export const INITIAL_BACKOFF_MS = 500;
/** Longest backoff of ours. */
export const MAX_BACKOFF_MS = 20_000;
/** A provider that asks to wait longer than this is treated as unavailable, with its wait named in the error. */
export const MAX_RETRY_AFTER_MS = 60_000;
/** Empty answers are usually a glitch; the third in a row is not. */
export const EMPTY_ANSWER_ATTEMPTS = 3;
/** A tool without its own limit. */
export const TOOL_TIME_LIMIT_MS = 60_000;
/** At most so many read-only tools of a batch at once: more rarely helps a disk, and starves other runs. */
export const PARALLEL_TOOLS = 8;
/** Steps of a run when the agent sets none. */
export const MAX_STEPS = 50;
/** The plan in the tail must stay small: it is paid for in full at each call. Tokens. */
export const PLAN_TOKENS = 800;
/** AGENTS.md layers together; longer ones are cut with a notice. Characters. */
export const PROJECT_CONTEXT_CHARACTERS = 32_000;
/** They may take at most this share of a window: rules that leave no room for the work help nobody. */
export const PROJECT_CONTEXT_WINDOW_SHARE = 0.25;
/** Left free for the answer when the window is checked. Tokens. */
export const ANSWER_RESERVE_TOKENS = 4_096;
/** Equal calls in a row that make a loop. */
export const SAME_CALL_REPEATS = 3;
/** Cycles of length 2 to 4 repeated so often make a loop. */
export const CYCLE_REPEATS = 3;
/** The longest cycle looked for. */
export const MAX_CYCLE_LENGTH = 4;
/** Equal errors in a row. */
export const SAME_ERROR_REPEATS = 5;
/** Equal results of one tool for different arguments in a row. */
export const NO_PROGRESS_REPEATS = 8;
/** Equal assistant texts in a row. */
export const SAME_TEXT_REPEATS = 3;
/** Detections of any kind after which a run is stopped although each was new. */
export const LOOP_DETECTIONS = 6;
/** A streamed answer is looked at for repetition each time it grew by this many characters. */
export const STREAM_CHECK_CHARACTERS = 400;
/** A block of at least 12 characters repeated this often at the end of a stream is a loop. */
export const STREAM_BLOCK_REPEATS = 12;
/** Resumes without one new entry before a run stops with its evidence. */
export const RESUMES_WITHOUT_PROGRESS = 3;
/** A lease that is not renewed for this long is free. Three missed heartbeats; takeover then takes well under 15 s. */
export const LEASE_MS = 8_000;
/** Heartbeat of a lease. */
export const HEARTBEAT_MS = 2_500;
/** A worker looks for expired leases this often even if nothing wakes it. */
export const RECONCILE_MS = 2_000;
/** Runs of one worker at once: they wait for models most of the time. */
export const WORKER_CONCURRENCY = 64;
/** Workers clear away what nothing names any more at their start and then this often. */
export const BLOB_SWEEP_INTERVAL_MS = 3_600_000;
/** A blob that no entry names is kept for a day: content is stored before the entry that names it, and a run may pause in between. */
export const ORPHAN_BLOB_RETENTION_MS = 86_400_000;
/** A run takes content that it has stored for stored this long, then sends it again: what nothing names may be swept while it waits. */
export const BLOB_ASSUMED_STORED_MS = 3_600_000;
/** The output of a running tool is emitted at most this often: the eye sees no difference. */
export const OUTPUT_COALESCE_MS = 50;
/** Output is masked in slices of this length: small enough for little memory, large enough that the call itself costs nothing. UTF-16 units. */
export const OUTPUT_SLICE_CHARACTERS = 8_192;
/** The end of a running tool's output that late watchers receive: more than a screen holds. UTF-16 units. */
export const PARTIAL_TOOL_CHARACTERS = 65_536;
/** A run waits so long for a worker that has its folder before it says so: workers that have it need a moment to start. */
export const MISSING_FOLDER_GRACE_MS = 10_000;
/** A run whose project folder no worker has is told of in the log of a worker again after this long. */
export const MISSING_FOLDER_LOG_INTERVAL_MS = 300_000;
/** A result above this is spilled: what a model reads with care in one go. Characters; a tool may set its own. */
export const SPILL_CHARACTERS = 6_000;
/** The results of one step together may take this share of what is usable: at three broken caches per 100 steps a window has to last 33. */
export const SPILL_WINDOW_SHARE = 0.03;
/** The same for tools with a limit of their own: what the model asks for page by page is not spilled again. */
export const SPILL_OWN_WINDOW_SHARE = 0.1;
/** Beyond it they share what is left until the limit by the steps that it has to last, and so many to spare: not every text is a result. */
export const SPILL_PACE_SPARE_STEPS = 6;
/** One step may take this much of its even share: what is new is worth more than what comes later. */
export const SPILL_PACE_BURST = 1.2;
/** No preview is shorter than this: below it head and tail tell nothing. Characters. */
export const MIN_PREVIEW_CHARACTERS = 600;
/** The previews of a step with many results may be shorter, but not all of them together than this, and none than that. Characters. */
export const MIN_STEP_PREVIEW_CHARACTERS = 1_200;
export const MIN_SHARED_PREVIEW_CHARACTERS = 300;
/** Characters per token, to turn a share of the window into a limit on text; a little low, so that the limit errs on the short side. */
export const CHARACTERS_PER_TOKEN = 3.5;
/** A provider that counts less or more than this for one of our tokens counts something else. */
export const MIN_SCALE = 0.7;
export const MAX_SCALE = 2;
/** Results are cleared only above this share of the usable window: a half-empty window is no reason to break the cache. */
export const CLEAR_ABOVE_SHARE = 0.6;
/** A clearing has to free this share of the usable window to be worth a broken prompt cache. */
export const CLEAR_FREES_SHARE = 0.15;
/** A clearing has to last so many steps at the log's growth: three broken caches per 100 steps are the aim. */
export const CLEAR_LASTS_STEPS = 34;
/** At the limit a clearing that gets down to this share of the usable window is enough; a higher one is soon followed by a summary. */
export const CLEARED_SHARE = 0.4;
/** The newest results stay: the model is working with them. */
export const CLEAR_KEEPS_RESULTS = 5;
/** When a summary is not possible yet, all but so many results may go. */
export const EMERGENCY_CLEAR_KEEPS_RESULTS = 2;
/** Replacing a result has to save this many tokens: the placeholder itself needs some. */
export const MIN_CLEAR_SAVINGS_TOKENS = 24;
/** The history is summarised above this share of the usable window (80–85 %). */
export const SUMMARIZE_ABOVE_SHARE = 0.85;
/** From this share on the next summary is written ahead: what comes until the limit, a few steps, is what stays verbatim anyway. */
export const PREPARE_ABOVE_SHARE = 0.75;
/** Steps that a run must have left for a summary to be written ahead; its tokens must last for as many such calls. */
export const BACKGROUND_SUMMARY_MIN_STEPS = 3;
/** Soon after a summary the next one waits until this share: only a window that is truly small gets there. */
export const SUMMARIZE_HARD_SHARE = 0.96;
/** "Soon after", in steps. */
export const STEPS_BETWEEN_SUMMARIES = 10;
/** After a summary the view is at most this share of the limit that asked for it. */
export const COMPACTED_SHARE = 0.5;
/** The newest part that stays verbatim, as shares of the usable window (10–15 %). */
export const KEPT_SHARE_LOW = 0.1;
export const KEPT_SHARE_HIGH = 0.15;
/** User messages that a summary shows verbatim besides the first. */
export const USER_MESSAGES_KEPT = 10;
/** A head of fewer tokens than this can't hold marker, state and summary. */
export const MIN_HEAD_TOKENS = 160;
/** Share of the head that plan, todos, pins and file names may take, so that state put back can't fill the window by itself. */
export const ATTACHMENTS_SHARE = 0.4;
/** Files last read that a summary shows again in full, and the share of the state part that they may take: work goes on with them. */
export const FILES_SHOWN = 3;
export const FILES_SHARE = 0.4;
/** Failed summaries in a row after which the model is not asked any more. */
export const BREAKER_FAILURES = 3;
/** The open breaker lets one try through when the log grew by this factor. */
export const BREAKER_GROWTH = 1.25;
/** A summary that keeps this share of what it folds is none. */
export const MAX_SUMMARY_SHARE = 0.8;
/** A summary that streams on beyond this is cut off as endless. Characters. */
export const SUMMARY_CHARACTERS = 60_000;
/** A summary is asked for twice at most: code writes one when the model can't. */
export const SUMMARY_ATTEMPTS = 2;
/** Tokens a model may write for a summary: more than a person would read, and far from what an answer may take. */
export const SUMMARY_TOKENS = 2_500;
/** Nor more than this share of the window: the request that asks for it holds all the rest. */
export const SUMMARY_WINDOW_SHARE = 0.125;
/** Longest wait for a summary: the run stands still meanwhile. */
export const SUMMARY_TIME_LIMIT_MS = 120_000;
/** Lines of a ledger, most important first: a person reads it, and it is stored with each summary. */
export const LEDGER_LINES = 120;

/** Longer lists are plans, which belong into goals. */
export const MAX_TODO_ITEMS = 100;
/** Characters of the plan in a result of `goal`: an excerpt is enough, because each request carries the plan in its tail. */
export const MAX_PLAN_CHARACTERS = 4_000;
/** Characters of one page of a result: about a thousand tokens, which fits even a small window. */
export const READ_RESULT_CHARACTERS = 4_000;
/** Matching lines in one answer; a more specific text serves better than more lines. */
export const READ_RESULT_MATCHES = 40;
/** Entries of one page of a log: few round trips, and little enough to hold in memory. */
export const LOG_PAGE_ENTRIES = 1_000;
/** Outline entries are small; pages of this size keep both round trips and pauses of the process few. */
export const OUTLINE_PAGE_ENTRIES = 5_000;
/** Entries first read on either side of one whose model call is wanted: the call and its predecessor are nearly always among them. */
export const CALL_READ_ENTRIES = 200;
/** Each further read reaches this many times farther back. */
export const CALL_READ_GROWTH = 8;
/** Entries read before a result to find its spill, which only events of parallel calls can separate from it. */
export const SPILL_READ_ENTRIES = 300;
/** Entries read before a compaction to find its failed attempts, which come right before it. */
export const COMPACTION_READ_ENTRIES = 50;
/** Messages listed of a call's context: more than a person reads; the rest is counted. */
export const CONTEXT_PARTS_SHOWN = 600;
/** Messages listed of a rebuilt request. */
export const REQUEST_MESSAGES_SHOWN = 200;
/** Characters shown of each of them. */
export const REQUEST_MESSAGE_CHARACTERS = 2_000;
/** The inspector loads longer texts of an entry page by page. Characters. */
export const ENTRY_PREVIEW_CHARACTERS = 100_000;
/** Candidates read at a time by a search in one log: one round trip for nearly every search. */
export const SEARCH_BATCH_ENTRIES = 1_000;
/** Hits of one search in a log; more of them call for a more specific text. */
export const SEARCH_HITS = 1_000;
/** Candidates read for one search, so that a text that equals a field name does not read the whole log. */
export const SEARCH_CANDIDATES = 4_000;
/** File changes listed of one run. */
export const FILE_CHANGES_SHOWN = 2_000;
/** Messages shown by a public link; the rest is counted. */
export const SHARED_ENTRIES = 1_000;
/** Characters of each of them. */
export const SHARED_TEXT_CHARACTERS = 4_000;
/** Characters of a title in a public link. */
export const SHARED_TITLE_CHARACTERS = 300;
/** A shared text is masked this many characters beyond its end, so that a secret on the cut is still recognized. */
export const SHARED_MASK_LOOKAHEAD = 2_000;
/** The context that a program gives a run is a handful of values; it is stored with the trace and read with every list. Bytes of JSON. */
export const MAX_CONTEXT_BYTES = 8_000;
