/** A message of a server that is longer ends its connection: nothing a model could read is that long, and one line must not fill the memory. */
export const MESSAGE_MAX_BYTES = 10 * 1024 * 1024;
/** Messages that a server may send at once; a task that reports progress sends a few a second. */
export const FLOW_MESSAGES = 50_000;
/** Messages that it may send each second in the long run. A thousand take about a twentieth of a processor. */
export const FLOW_MESSAGES_PER_SECOND = 1_000;
/** Bytes that it may send at once: a dozen of the largest messages. */
export const FLOW_BYTES = 128 * 1024 * 1024;
/** Bytes that it may send each second in the long run: more than screenshots of a browser at the pace of a model. */
export const FLOW_BYTES_PER_SECOND = 8 * 1024 * 1024;
/** Bytes of a whole list of tools. All of them are in the memory until the list is read; the largest list that is used has about 6 MB. */
export const LIST_MAX_BYTES = 32 * 1024 * 1024;
/** Servers that do not know `server/discover` and stay silent are taken for older ones after this time. */
export const PROBE_LIMIT_MS = 5_000;
/** The time from the start of a server to its first list of tools: `npx` may download a package first. */
export const CONNECT_LIMIT_MS = 60_000;
/** The time that a call waits for a server that is starting; then it fails, and the run continues. */
export const CALL_WAITS_FOR_START_MS = 30_000;
/** The time limit of a call. Progress of the server extends it, up to `CALL_MAX_MS`. */
export const CALL_LIMIT_MS = 60_000;
/** The most time that a call may take, whatever progress the server reports. */
export const CALL_MAX_MS = 600_000;
/** After a failed start the next one waits, twice as long each time. */
export const BACKOFF_FIRST_MS = 1_000;
/** The longest wait between two starts of a server that fails: it may be repaired at any time. */
export const BACKOFF_MAX_MS = 300_000;
/** A server that has run this long was not broken by its start, so its next failure counts as the first. */
export const STABLE_AFTER_MS = 60_000;
/** A server that no run has used for this long is stopped, counted from the end of its last call; it starts again with the next use. */
export const IDLE_STOP_MS = 600_000;
/** Time between two looks at the servers that are idle. */
export const IDLE_LOOK_MS = 30_000;
/** Tools of one server; lists of real servers have up to about a hundred. */
export const TOOLS_MAX = 200;
/** Length of one definition in characters: it is sent with every request. */
export const DEFINITION_MAX_CHARACTERS = 32_000;
/** Pages of a list; a server whose cursor never ends is stopped there. */
export const LIST_PAGES_MAX = 64;
/** A list that changes is read again when no other change came for this long: servers announce several in their first second. */
export const LIST_SETTLE_MS = 300;
/**
 * The time after which a server that read nothing of more than `MESSAGE_MAX_BYTES` bytes that wait for it does not read any more: one that works on a
 * call may read nothing for a while.
 */
export const NOT_READING_MS = 30_000;
/** Bytes that may wait for a server that reads slowly. They are in the memory, and no honest one gets that many. */
export const UNREAD_MAX_BYTES_EVER = 64 * 1024 * 1024;
/** The end of what a server writes to its standard error that is kept for people. */
export const LOG_KEPT_CHARACTERS = 64_000;
/** Time between two looks at the memory of a server: it lives long, so a look every few seconds suffices. */
export const SERVER_WATCH_MS = 5_000;
/** The time that a server has to end on its own when its input closes. */
export const STOP_GRACE_MS = 1_000;
/** Length of the name of a server. With `__` and a tool it must fit into the 64 characters of a function name. */
export const SERVER_NAME_MAX = 32;
/** Length of a file of servers. */
export const SERVERS_FILE_MAX_BYTES = 256 * 1024;
/** Servers of one file. */
export const SERVERS_MAX = 100;
/** Bytes of images and other files that one result may bring. */
export const RESULT_BINARY_MAX_BYTES = 5 * 1024 * 1024;
/** Images and other files of one result: each becomes a stored file and an entry of the log. */
export const RESULT_FILES_MAX = 50;
/** Length of one report of progress: it is shown while the call runs. */
export const PROGRESS_MAX_CHARACTERS = 500;
/** The time that an older server keeps a call open while a person thinks; then the question is canceled. Idle servers stop earlier. */
export const HELD_CALL_MAX_MS = 30 * 60_000;
/** Length of what a server of 2026 wants back with an answer. It is kept in the log of the run while a person thinks. */
export const INPUT_STATE_MAX_CHARACTERS = 64_000;
/** Length of one text of a server in a question to a person: they read it in the inbox. */
export const QUESTION_TEXT_MAX_CHARACTERS = 2_000;
/** Fields of a form that a person is asked for. */
export const FORM_FIELDS_MAX = 30;
/** Questions that one call may ask in a row; a server that keeps asking is stopped at this number. */
export const INPUT_ROUNDS_MAX = 10;
/** Resources that a list names: as many as a model can choose from. */
export const RESOURCES_LISTED_MAX = 200;
/** Length of the reason of a failed call. Servers put whole answers of others into their errors. */
export const REASON_MAX_CHARACTERS = 2_000;
