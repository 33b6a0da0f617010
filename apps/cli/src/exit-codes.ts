/** What the command ends with (O13). */
export const EXIT = { completed: 0, failed: 1, usage: 2, noModel: 3 } as const;
