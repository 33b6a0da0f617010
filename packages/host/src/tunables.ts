/** A person is waiting on the settings page while a model is tested. */
export const MODEL_TEST_MS = 30_000;
/** Pause between pieces of the scripted demo: slow enough to watch, fast enough not to bore. */
export const SCRIPTED_PAUSE_MS = 25;
/** Time that the scripted demo gives people to see a stage of a plan before the next begins: long enough to read what is new. */
export const SCRIPTED_STAGE_MS = 4_000;
/** Context window assumed for an unknown model, in tokens: what most models have. */
export const DEFAULT_CONTEXT_WINDOW = 128_000;
/** Maximum characters of a conversation title: one line of the sidebar. */
export const TITLE_CHARACTERS = 60;
/** Time that running steps get to finish after a worker is asked to stop. */
export const DRAIN_MS = 10_000;
/**
 * Heap growth allowed beyond what survived the last collection. With 200 concurrent runs it saves a third of the memory for 5% more CPU
 * time.
 */
export const HEAP_GROWTH_PERCENT = 30;
/** First pause before retrying an unreachable database; each further pause is twice as long. */
export const DATABASE_RETRY_FIRST_MS = 500;
/** Longest such pause: a run should continue soon after the database is back. */
export const DATABASE_RETRY_MAX_MS = 5_000;
/**
 * The operator's limits unless GOALTRACE_QUOTAS changes them. Runs: queued or running at once, far more than people use and few enough
 * that a flood is stopped within seconds. Calls: a worker sends 5,000 a minute if each of its slots has a model that answers in three
 * seconds. Streams: a browser tab holds up to three. Transfers: each holds a file in memory.
 */
export const DEFAULT_QUOTAS = {
  "workspace.runs": 1_000,
  "person.runs": 500,
  "key.runs": 250,
  "workspace.runs_per_minute": 3_000,
  "person.runs_per_minute": 1_200,
  "key.runs_per_minute": 600,
  "workspace.calls_per_minute": 12_000,
  "person.calls_per_minute": 6_000,
  "key.calls_per_minute": 3_000,
  "workspace.streams": 300,
  "person.streams": 60,
  "key.streams": 60,
  "workspace.transfers": 4,
  "person.transfers": 2,
  "key.transfers": 2,
} as const satisfies Readonly<Record<string, number>>;
/** Seconds after which a caller should ask again for something that others hold. */
export const SLOT_RETRY_AFTER_S = 5;
/** A model call that waits for a quota asks again after this time, so that a raised limit takes effect soon. */
export const CALL_QUOTA_RETRY_MS = 2_000;
/**
 * Calls that a process counts ahead for a sender, as a share of the sender's lowest limit and at most: they save a transaction each, and that many
 * may be lost to others in each minute.
 */
export const CALLS_AHEAD_SHARE = 0.01;
/** Time that a request spends on the deletion of a conversation: some hundred runs, and longer than a worker gets to end the last one. */
export const DELETION_REQUEST_MS = 8_000;
/** Pause before looking again whether a worker has ended the run of a conversation that is being deleted. */
export const DELETION_POLL_MS = 50;
/** Interval at which workers continue unfinished deletions. */
export const DELETION_SWEEP_INTERVAL_MS = 30_000;
/** A conversation that no one continued for this long has been left: then it gets its line in DAILY. */
export const CONVERSATION_IDLE_MS = 30 * 60_000;
/** Interval at which workers look for such conversations. DAILY is read in later conversations, so minutes do not matter. */
export const IDLE_SWEEP_INTERVAL_MS = 10 * 60_000;
/** A process whose event loop runs nothing else for this long has stalled: people notice, and heartbeats come late. */
export const STALL_MS = 1_000;
/** Time between two signs of life of the event loop; a stall is measured this precisely. */
export const STALL_BEAT_MS = 100;
/** A worker that stalls this long has lost all its leases and will hardly recover. */
export const UNENDING_STALL_MS = 60_000;
/** Functions named of a stall: enough to find its cause. */
export const STALL_STACK_FRAMES = 5;
/** Time to give runs back when a worker must exit before they reached their next step. */
export const GIVE_BACK_MS = 2_000;
/** A request to people expires after this time: long enough for a weekend and a day off, short enough that no one finds last month's run. */
export const APPROVAL_LIFETIME_MS = 7 * 24 * 3_600_000;
/** Highest limit of calls at once at an endpoint: more than a worker has runs. */
export const MAX_ENDPOINT_CALLS = 1_000;
/** Calls that wait for one endpoint. At a minute each and four at once, the last of them would wait for most of an hour. */
export const MAX_WAITING_CALLS = 200;
/** Interval at which waiting calls report their place, which also reaches watchers who open the run meanwhile. */
export const WAITING_NOTICE_MS = 2_000;
/** The permission file of a project. 200 rules of the greatest length have 100 kB. */
export const PROJECT_RULES_MAX_BYTES = 128 * 1024;
/** The time of the log that a proposed rule is tried on. A month shows what happens weekly. */
export const WHAT_IF_DAYS = 30;
/** Answers of models that one request tries a rule on: some tenths of a second, so that the page shows progress. */
export const WHAT_IF_ANSWERS_PER_PAGE = 300;
/** Calls shown of each kind of change. */
export const WHAT_IF_EXAMPLES = 5;
/** Interval at which workers look for queued messages whose turn has come; usually a notice is faster. */
export const QUEUE_SWEEP_INTERVAL_MS = 2_000;
/** Largest file that defines an agent of a project: the longest instructions in any script, and its fields. */
export const PROJECT_AGENT_MAX_BYTES = 200_000;
/** Entries of the folder of agents that are read: every one is a file to open at the start of each run. */
export const PROJECT_AGENTS_MOST = 100;

/** Project folders whose skills a page reads, because each is a walk over the disk. */
export const MAX_SHOWN_SKILL_FOLDERS = 5;

/** Characters of a secret. Shorter ones would hide ordinary words where they are masked; longer ones are files. */
export const SECRET_MIN_CHARACTERS = 8;
export const SECRET_MAX_CHARACTERS = 20_000;
/** File changes of one run that can be undone together; all of them are read at once. */
export const UNDO_MAX_CHANGES = 20_000;

/** Characters of the result of a trial that its page shows; a trace has all of it. */
export const TRIAL_SHOWN_CHARACTERS = 60_000;
/** Entries of a trial that are read for its result: a call has a dozen before it, if it asks someone. */
export const TRIAL_SHOWN_ENTRIES = 100;
/** Pause of the examination of memory when no one is due. */
export const MEMORY_REST_MS = 60_000;
/** Memory that did not change is examined again after a day: entries grow old. */
export const MEMORY_EXAMINED_EVERY_MS = 86_400_000;
/** Entries of a person that are compared with each other: seconds of work. */
export const MEMORY_EXAMINED = 20_000;

/** A worktree of a run that is not stored may belong to one that a dead process recorded and no one has resumed yet; after this time no one will. */
export const WORKTREE_ORPHAN_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * Age of a worktree that goes because its process died before its run was known. A run that another process continues has stored its agents by then.
 */
export const WORKTREE_ABANDONED_MS = 30_000;
/** A worktree that a dead process left behind is gone this long after the end of its run at the latest; looking costs the listing of a folder. */
export const WORKTREE_SWEEP_MS = 60_000;
/** A workspace whose runs needed no model for this long has none that others could delay. */
export const ACTIVE_WORKSPACE_MS = 60_000;
/** A workspace that read nothing for this long leaves its part of the reading to the others. Longer than the longest pause. */
export const READING_LATELY_MS = 10_000;
/** Time of reading, beyond its part, for which a workspace does not pause yet: more than a usual answer takes. */
export const READING_BURST_MS = 50;
/** The longest pause of an answer, and the longest that a run pauses for what others of its workspace read. Far below the limits of servers that notice that nobody reads. */
export const READING_MAX_WAIT_MS = 5_000;
