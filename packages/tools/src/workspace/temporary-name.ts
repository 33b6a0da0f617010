const PREFIX = ".goaltrace-";
const SUFFIX = ".tmp";

/** Returns the name under which a file is written before it gets its own. */
export function temporaryName(uniqueName: string): string {
  return `${PREFIX}${uniqueName}${SUFFIX}`;
}

/** True for a name of `temporaryName`. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
}
