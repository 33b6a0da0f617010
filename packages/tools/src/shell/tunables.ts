/** Longer command lines are scripts, which a person should read. */
export const SHELL_MAX_CHARACTERS = 10_000;
/** Levels of the syntax tree; real command lines have about ten. */
export const SHELL_MAX_DEPTH = 100;
/** The parser loads in 20 ms; if loading takes this long, commands ask instead. */
export const SHELL_PARSER_WAIT_MS = 2_000;
/** Commands in commands: `bash -c "bash -c …"`. */
export const UNWRAP_MAX_DEPTH = 4;
/** Folders that a command may be in after some `cd`; more are a maze. */
export const FOLDERS_MAX = 8;
