/** What the command ends with. */
export const EXIT = { completed: 0, failed: 1, usage: 2, noModel: 3 } as const;
