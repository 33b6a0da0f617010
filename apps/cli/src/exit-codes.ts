/** The exit codes of the command line. */
export const EXIT = { completed: 0, failed: 1, usage: 2, noModel: 3 } as const;
