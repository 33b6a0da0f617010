/**
 * Returns whether a regular expression is valid. Only compiles it, in time linear in its length, which the caller bounds: matching, which may
 * take exponential time, belongs to the pattern thread.
 */
export function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
