import path from "node:path";

/** Folders of operating systems, and of keys and accounts. */
const SYSTEM = [
  ...["/bin", "/boot", "/dev", "/etc", "/lib", "/lib32", "/lib64", "/libx32", "/lost+found", "/proc", "/run"],
  ...["/sbin", "/snap", "/sys", "/usr", "/var"],
  ...["/Applications", "/Library", "/System", "/cores", "/private/etc", "/private/var"],
];
/** Folders below those that are for files of people and programs. */
const EXCEPTIONS = [
  ...["/run/media", "/usr/local/src", "/var/folders", "/var/home", "/var/tmp", "/var/www"],
  ...["/private/var/folders", "/private/var/tmp"],
];
const WINDOWS = /^[a-z]:\\(?:windows|program files(?: \(x86\))?|programdata)(?:\\|$)/iu;

/** Parents of the home folders of people. */
const HOMES = ["/home", "/Users", "/var/home"];
/** Folders of a home folder that hold keys and accounts. */
const SECRET_NAMES = new Set([
  ...[".aws", ".azure", ".config", ".docker", ".gnupg", ".kube", ".local", ".password-store", ".ssh"],
]);

/**
 * Returns whether a folder belongs to the operating system or holds the keys of a person: system folders, a home folder itself and its
 * folders of keys, everything below those, and everything that contains one. `folder` is a real, absolute path.
 */
export function isSystemFolder(folder: string, personHome: string): boolean {
  if (WINDOWS.test(folder) || path.parse(folder).root === folder) return true;
  if (!EXCEPTIONS.some((exception) => contains(exception, folder) && exception !== folder))
    if (SYSTEM.some((system) => overlaps(system, folder))) return true;
  if (folder === "/root" || HOMES.includes(folder) || contains(folder, personHome)) return true;
  const home = contains(personHome, folder) ? personHome : homeOf(folder);
  if (home === undefined) return false;
  const [name] = path.relative(home, folder).split(path.sep);
  return name === undefined || name === "" || SECRET_NAMES.has(name);
}

/** Returns the home folder that a folder is or is inside, by the usual places. */
function homeOf(folder: string): string | undefined {
  if (contains("/root", folder)) return "/root";
  const parent = HOMES.find((homes) => contains(homes, folder));
  const name = parent === undefined ? undefined : path.relative(parent, folder).split(path.sep)[0];
  return parent === undefined || name === undefined || name === "" ? undefined : path.join(parent, name);
}

/** True for the folder itself and everything below it. */
export function contains(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return (
    relative === "" ||
    (relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  );
}

/** True if one of the folders is or contains the other. */
export function overlaps(left: string, right: string): boolean {
  return contains(left, right) || contains(right, left);
}
