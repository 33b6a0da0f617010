const PREFIX = ".goaltrace-";
const SUFFIX = ".tmp";
const OWNER = /^(?<pid>\d+)-/u;

/** Returns the name under which a file is written before it gets its own. It says which process writes it. */
export function temporaryName(uniqueName: string): string {
  return `${PREFIX}${String(process.pid)}-${uniqueName}${SUFFIX}`;
}

/** True for a name of `temporaryName`, of any version. */
export function isTemporaryName(name: string): boolean {
  return name.startsWith(PREFIX) && name.endsWith(SUFFIX);
}

/** Returns the process that writes a file of this name; undefined if the name does not say so, as those of earlier versions. */
export function temporaryOwner(name: string): number | undefined {
  const pid = OWNER.exec(name.slice(PREFIX.length))?.groups?.["pid"];
  return pid === undefined ? undefined : Number(pid);
}
