/** Time for a server to start: a busy machine takes ten seconds for what an idle one does in one. */
export const START_LIMIT_MS = 45_000;
/** Time for one answer. The first one includes loading the project. */
export const ANSWER_LIMIT_MS = 60_000;
/** Time limit of a call of a tool: installing, starting and asking. */
export const LSP_CALL_LIMIT_MS = 300_000;
/** Time for installing a server: some ten megabytes from the registry. */
export const INSTALL_LIMIT_MS = 180_000;
/** Time that a change of a file waits for the problems that it brings; after that its result comes without them. */
export const AFTER_EDIT_LIMIT_MS = 15_000;
/** An unused server stops after this time: it holds some hundred megabytes. */
export const IDLE_STOP_MS = 5 * 60_000;
/** Time between two looks for unused servers. */
export const IDLE_LOOK_MS = 15_000;
/** Servers at once; the one that was unused for longest stops for another one. */
export const SERVERS_MAX = 4;
/** Starts of one server in `RESTART_PERIOD_MS`; one that dies more often is broken. */
export const RESTARTS_MAX = 4;
export const RESTART_PERIOD_MS = 60_000;
/** Files that a server holds open; the one that was asked about longest ago is closed. */
export const OPEN_FILES_MAX = 40;
/** A server that only pushes problems sends them in parts; after this much silence they are complete. */
export const PUSH_QUIET_MS = 1_500;
/** Largest message of a server: thousands of problems. */
export const MESSAGE_MAX_BYTES = 32 * 1024 * 1024;
/** Largest file that is sent to a server. */
export const FILE_MAX_BYTES = 2 * 1024 * 1024;
/** Problems, and places, that a result names. */
export const PROBLEMS_MAX = 50;
export const PLACES_MAX = 40;
/** Problems that the result of a change names. */
export const EDIT_PROBLEMS_MAX = 10;
/** Characters of a message of a server, and of the line at a place. */
export const MESSAGE_MAX_CHARACTERS = 600;
export const LINE_MAX_CHARACTERS = 160;
/** Characters of the description of a name. */
export const HOVER_MAX_CHARACTERS = 4_000;
/** The end of what a server writes to its error stream, which explains why it died. */
export const SERVER_LOG_CHARACTERS = 2_000;
/** Time between two looks at the memory of a server. */
export const SERVER_WATCH_MS = 2_000;
/** Time in which a server may end on its own before it is killed. */
export const STOP_GRACE_MS = 500;
