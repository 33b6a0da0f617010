/** Background processes of a run at once: a server, a watcher and a few more; each has memory and processes of its own. */
export const BACKGROUND_PROCESSES_MAX = 8;
