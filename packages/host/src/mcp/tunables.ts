/** Length of a file of servers in a project folder: real ones have a few hundred bytes. */
export const SERVERS_FILE_MAX_BYTES = 256 * 1024;
/** The time that a check of a server by an admin may take; `npx` may download a package first. */
export const CHECK_LIMIT_MS = 60_000;
/** Servers announce several changes of their list in their first second; a check waits that long for the list to settle. */
export const SETTLE_MS = 1_000;
/** The length of the result of a trial that an admin sees; a page shows no more at once. */
export const TRIAL_MAX_CHARACTERS = 100_000;
/** The longest that one process refreshes tokens while others wait; a process that died with the right loses it then. */
export const REFRESH_LEASE_MS = 20_000;
/** Time between two looks whether another process has refreshed. */
export const REFRESH_LOOK_MS = 100;
/** Definitions of tools that a process keeps as it has read them: those of a hundred servers, a few megabytes. */
export const KNOWN_DEFINITIONS_MAX = 2_000;
/** Project folders of a workspace whose tools a process keeps. Another is read again, which takes milliseconds. */
export const PLACES_KEPT = 20;
