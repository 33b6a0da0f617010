/** A file write and the entry that recorded it. */
export type FileWrite = { readonly path: string; readonly sequence: number };

/** Returns the last write of each file up to a moment, latest first. A null `moment` is the end of the log. */
export function lastWrites(writes: readonly FileWrite[], moment: number | null): readonly FileWrite[] {
  const latest = new Map<string, FileWrite>();
  for (const write of writes) if (moment === null || write.sequence <= moment) latest.set(write.path, write);
  return [...latest.values()].sort((left, right) => right.sequence - left.sequence);
}
