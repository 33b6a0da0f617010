/** The first part of an output that is kept: where a command says what it does. */
export const OUTPUT_HEAD_BYTES = 256 * 1024;
/** The last part of an output that is kept: where a command says how it ended. */
export const OUTPUT_TAIL_BYTES = 768 * 1024;
/** A command that writes more is stuck, and reading on would only cost time. */
export const OUTPUT_MAX_BYTES = 256 * 1024 * 1024;
/** Time between two looks at the processes of a command: a look reads a file for each process of the machine. */
export const WATCH_INTERVAL_MS = 250;
/** A look is shared by all commands for this long. */
export const PROCESS_LIST_AGE_MS = 100;
/** Memory of all processes of a command together: tests of real projects take up to about half of it. */
export const MEMORY_MAX_BYTES = 4 * 1024 ** 3;
/** Processes of a command at once: a parallel build has dozens, a fork bomb as many as it can. */
export const PROCESSES_MAX = 500;
/** After a kill, the time until the rest counts as gone; a killed process leaves within milliseconds. */
export const KILL_WAIT_MS = 2_000;
/** Time between two attempts to kill what was started meanwhile. */
export const KILL_RETRY_MS = 20;
/** Time limit of a command that names none. */
export const COMMAND_DEFAULT_SECONDS = 120;
/** Longest time limit of a command: longer ones block the run. */
export const COMMAND_MAX_SECONDS = 1_800;
/** Time that the canary of the sandbox may take; it takes 50 ms, and seconds on a machine that is just starting everything. */
export const CANARY_LIMIT_MS = 30_000;
/** Time after which a canary that ran out of time may try again: a machine that is just starting is ready by then. */
export const CANARY_RETRY_MS = 60_000;
/** Size of the private /tmp of a command, which is memory. */
export const SANDBOX_TMP_BYTES = 1024 ** 3;
/** Folders that are searched for files to hide from a command; what is below the limit is hidden. */
export const HIDE_MAX_ENTRIES = 50_000;
/** Files that are hidden one by one; with more, the command is not run. */
export const HIDE_MAX_FILES = 500;
/** A file `.git` that names git's folder; longer paths do not exist. */
export const GIT_FILE_MAX_BYTES = 8 * 1024;
/** Settings of a repository that are looked at; real ones have some hundred bytes. */
export const GIT_CONFIG_MAX_BYTES = 64 * 1024;
/** Time limit of a background process: a day is enough for any task, and timers cannot wait for more than 24 days. */
export const BACKGROUND_LIMIT_MS = 24 * 3_600_000;
/** Output of a background process that is kept until the model reads it. */
export const UNREAD_MAX_BYTES = 256 * 1024;
/** Time for which a started background process is watched, because one that cannot start fails at once. */
export const BACKGROUND_START_MS = 1_000;
/** Longest wait for new output of a background process in one call. */
export const PROCESS_WAIT_MAX_SECONDS = 120;
/** Time for a connection of a command to a host that it may reach. */
export const PROXY_CONNECT_LIMIT_MS = 15_000;
/** Connections of one command at once: package managers open some dozens. */
export const PROXY_MAX_CONNECTIONS = 256;
/** Refused hosts that the result of a command names. */
export const REFUSED_HOSTS_MAX = 10;
/** Domains that one command may ask for. */
export const DOMAINS_MAX = 20;
/** How far the times of files may be behind the clock of this process: the kernel's are some milliseconds late, those of shared disks more. */
export const CLOCK_SLACK_MS = 2_000;
